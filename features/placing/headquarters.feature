Feature: Placing on an H.Q.

  @place-own-hq
  Scenario: A player's own H.Q. is never a place for their troops
    Given the terrain "castle-field"
    And Blue's rack is Roxy
    When Blue places Roxy on the Blue H.Q.
    Then the move is illegal because own-hq
    And the ruling cites place-own-hq

  @place-own-hq @kwak-gate
  Scenario: Nor is it for Kwak, nor where it is one of two
    Given the terrain "tropical-pool"
    And Blue's rack is Kwak, Roxy
    Then Blue may not place Kwak on the Blue H.Q. 1 because own-hq
    And Blue may not place Roxy on the Blue H.Q. 2 because own-hq

  @place-enemy-hq @win-hq
  Scenario: An exposed H.Q. falls to any troop
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And the stack on base 8 is Blue Roxy
    And the stack on base 12 is Blue Hook
    And the stack on base 14 is Blue Cap'N
    And Blue's rack is Skully
    When Blue places Skully on the Red H.Q.
    Then the move is legal
    And Blue wins by hq

  @place-enemy-hq @place-connected
  Scenario: An H.Q. whose last base is covered by its owner is safe again
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And the stack on base 8 is Blue Roxy
    And the stack on base 12 is Blue Hook
    And the stack on base 14 is Blue Cap'N, Red Roxy
    And Blue's rack is Skully, Kwak
    Then Blue may not place Skully on the Red H.Q. because connected
    And Blue may place Kwak on exactly bases 1, 2, 3, 4, 5, 7, 8, 10, 12, 13 and 14

  @place-enemy-hq
  Scenario: Of several enemy H.Q.s each is a place once it is connected
    Given the terrain "caribbean-sea"
    And the stack on base 12 is Red Star
    And the stack on base 9 is Red Roxy
    And the stack on base 6 is Red Hook
    And the stack on base 4 is Red Cap'N
    And the stack on base 1 is Red Jumbo
    And Red's rack is Skully
    And it is Red's turn
    Then Red may place Skully on exactly bases 1, 2, 3, 4, 6, 7, 9, 10 and 12 and the Blue H.Q. 1
    And Red may not place Skully on the Blue H.Q. 2 because connected
