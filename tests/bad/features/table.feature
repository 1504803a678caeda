Feature: Tables where none is taken, and none where one is

  Scenario: A step that takes no table
    Given the terrain "castle-field"
    And it is Blue's turn
      | Blue |
    Then Blue can still act

  Scenario: A step that needs a table
    Given the terrain "castle-field"
    And the regions
    Then Blue can still act

  Scenario: A text block
    Given the terrain "castle-field"
    And it is Blue's turn
      """
      Given this is no step
      """
    Then Blue can still act
