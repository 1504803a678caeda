Feature: The recover base

  Who places a troop here may take one of their own discarded troops to their rack.

  @base-recover @recover-own
  Scenario: The player chooses freely among their own discarded troops
    Given the terrain "cursed-cemetery"
    And the stack on base 3 is Blue Star
    And Blue's discard is Hook, Kwak, Kwak
    And Red's discard is Roxy
    And Blue's rack is Roxy
    When Blue places Roxy on base 2
    Then Blue has to answer recover
    And Blue may choose exactly Hook and Kwak
    When Blue chooses Kwak
    Then Blue's rack is now Kwak
    And Blue's discard is now Hook, Kwak
    And Red's discard is now Roxy
    And Red is to move

  @base-recover @effects-optional
  Scenario: Nobody has to recover
    Given the terrain "cursed-cemetery"
    And the stack on base 3 is Blue Star
    And Blue's discard is Hook
    And Blue's rack is Roxy
    When Blue places Roxy on base 2
    And Blue declines
    Then Blue's discard is now Hook
    And Red is to move

  @recover-own
  Scenario: The enemy's discard is of no use
    Given the terrain "cursed-cemetery"
    And the stack on base 3 is Blue Star
    And Red's discard is Roxy
    And Blue's rack is Roxy
    When Blue places Roxy on base 2
    Then recover is not offered
    And Red is to move

  @base-recover @turn-rack-limit
  Scenario: A full rack recovers nothing
    Given the terrain "cursed-cemetery"
    And the stack on base 3 is Blue Star
    And Blue's discard is Hook
    And Blue's rack is Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, XB-42, XB-42
    When Blue places Skully on base 2
    And Blue draws
    Then Blue's rack now holds 8 troops
    And recover is not offered

  @base-recover @turn-rack-limit
  Scenario: The last free space of the rack takes the recovered troop
    Given the terrain "cursed-cemetery"
    And the stack on base 3 is Blue Star
    And Blue's discard is Hook
    And Blue's rack is Skully, Cap'N, Cap'N, Jumbo, Jumbo, XB-42, XB-42, Roxy
    When Blue places Roxy on base 2
    And Blue chooses Hook
    Then Blue's rack now holds 8 troops
    And Blue's discard is now empty

  @base-recover
  Scenario: What Jumbo has just discarded belongs to the enemy
    Given the terrain "cursed-cemetery"
    And the stack on base 3 is Blue Star
    And the stack on base 5 is Red Hook
    And Blue's rack is Jumbo
    When Blue places Jumbo on base 2
    And Blue chooses base 5
    Then recover is not offered
    And Red's discard is now Hook
