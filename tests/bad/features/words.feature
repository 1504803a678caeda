Feature: Words that mean nothing in this game, found when a scenario runs

  Scenario: A troop that does not exist
    Given the terrain "castle-field"
    And Blue's rack is Star, Skuly
    Then Blue can still act

  Scenario: A base that does not exist
    Given the terrain "castle-field"
    And the stack on base 99 is Blue Star
    Then Blue can still act

  Scenario: A reason that does not exist
    Given the terrain "castle-field"
    Then Blue may not draw because spaze

  Scenario: A terrain that does not exist
    Given the terrain "castle-feld"
    Then Blue can still act

  Scenario: A word in a table
    Given the terrain
      | B-HQ | 1 | R-HQ |
    And the position
      | . | B3 over | . |
    Then Blue can still act

  Scenario: No terrain at all
    Then Blue may draw
