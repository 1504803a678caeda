Feature: The well

  Scenario: One neighbour brings one troop
    Given the terrain "attic"
    And the stack on base 1 is Blue Star
    And Blue's rack is Roxy
    And Blue's reserve, next troop first, is Hook, Kwak
    When Blue places Roxy on base 3
    Then Blue has to answer well
    When Blue plays "draw"
    Then Blue's rack is now Hook

  Scenario: Without neighbours the well is dry
    Given the terrain "attic"
    And Blue's rack is Hook
    When Blue places Hook on base 3
    Then well is not offered
