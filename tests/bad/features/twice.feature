Feature: Two scenarios of one name

  Scenario: A name
    Given the terrain "castle-field"
    Then Blue can still act

  Rule: In a rule of its own

    Scenario: A name
      Given the terrain "castle-field"
      Then Blue may draw
