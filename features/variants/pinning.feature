Feature: Pinning is mandatory

  The other reading of whether a player has to pin: the player aid has no "may" here.

  Background:
    Given the terrain "battlefield"
    And the variant "pin-mandatory"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo

  @pin-optional @base-pin
  Scenario: Who places a troop on a pin base has to pin
    Given Blue's rack is Roxy
    And Red's rack is Hook, Roxy
    When Blue places Roxy on base 4
    Then Blue has to answer pin
    And Blue may not decline pin
    When Blue chooses Red's rack
    And chance picks Hook
    Then Hook on Red's rack is now pinned
    And Red is to move

  @pin-optional
  Scenario: Passing instead is refused
    Given Blue's rack is Roxy
    And Red's rack is Hook
    When Blue places Roxy on base 4
    And Blue declines
    Then Blue may not decline pin
    When Blue chooses Red's rack
    Then Hook on Red's rack is now pinned

  @pin-optional @effect-capn-order
  Scenario: Two pin bases in one turn have to pin two troops
    Given Blue's rack is Cap'N, Hook
    And Red's rack is Hook, Roxy
    When Blue places Cap'N on base 4
    And Blue places Hook on base 11
    Then Blue may not decline pin
    When Blue chooses Red's rack
    And chance picks Hook
    Then Blue may not decline pin
    When Blue chooses Red's rack
    Then Red may not place any troop

  @pin-optional @pin-again
  Scenario: With no troop left to pin there is nothing to do
    Given Blue's rack is Roxy
    And Red's rack is Hook
    And Hook on Red's rack is pinned
    When Blue places Roxy on base 4
    Then pin is not offered
    And Red is to move
