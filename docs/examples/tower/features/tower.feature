Feature: Low towers

  Scenario: A second troop may be placed on top of the first
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Skully
    And Blue's rack is Hook
    When Blue places Hook on base 1
    Then the move is legal

  Scenario: A tower of four grows no more
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Skully, Blue Hook, Blue Star, Blue Roxy
    And Blue's rack is Hook
    When Blue places Hook on base 1
    Then the move is illegal because low
