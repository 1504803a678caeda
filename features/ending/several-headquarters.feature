Feature: Terrains with several H.Q.s

  Any one of the enemy's is enough.

  @win-hq
  Scenario Outline: Capturing the Blue H.Q. <number> of Caribbean Sea wins
    Given the terrain "caribbean-sea"
    And the stack on base 10 is Red Star
    And the stack on base 11 is Red Jumbo
    And the stack on base 2 is Red Roxy
    And the stack on base <base> is Red Hook
    And it is Red's turn
    And Red's rack is Skully
    When Red places Skully on the Blue H.Q. <number>
    Then Red wins by hq

    Examples:
      | base | number |
      | 1    | 1      |
      | 5    | 2      |

  @win-hq
  Scenario: The player with two H.Q.s has one to capture
    Given the terrain "caribbean-sea"
    And the stack on base 3 is Blue Star
    And the stack on base 4 is Blue Jumbo
    And the stack on base 6 is Blue Roxy
    And the stack on base 9 is Blue Hook
    And the stack on base 12 is Blue Cap'N
    And Blue's rack is Skully
    When Blue places Skully on the Red H.Q.
    Then Blue wins by hq

  @place-connected
  Scenario: A connection from either of the own H.Q.s will do
    Given the terrain "caribbean-sea"
    And the stack on base 5 is Blue Star
    And Blue's rack is Roxy
    Then Blue may place Roxy on exactly bases 1, 2, 3, 5 and 8
