Feature: Steps that nobody knows

  Scenario: A step with a word too many
    Given the terrain "castle-field"
    When Blue quickly draws
    Then the move is legal

  Scenario: A check written as a set-up, and a set-up as a check
    Given the terrain "castle-field"
    And Blue now has 2 medals
    Then Blue's rack is Star

  Scenario: A step that begins with nothing
    Given the terrain "castle-field"
    * Blue draws
    Then the move is legal
