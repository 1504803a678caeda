Feature: The mute base

  On a mute base no troop effect is applied.

  @base-mute @muted-effects
  Scenario Outline: <troop> has no effect on a mute base
    Given the terrain "station-metal-x"
    And the stack on base 1 is Blue Roxy
    And the stack on base 5 is Blue Kwak
    And the stack on base 9 is Red Roxy
    And Blue's rack is <troop>, Roxy
    And Red's rack is Star
    When Blue places <troop> on base 7
    Then the move is legal
    And no choice is pending
    And Blue's rack is now Roxy
    And Red is to move

    Examples:
      | troop  |
      | Skully |
      | Cap'N  |
      | Jumbo  |
      | XB-42  |
      | Star   |

  @muted-effects
  Scenario: Next to a mute base the same troop has its effect
    Given the terrain "station-metal-x"
    And the stack on base 1 is Blue Roxy
    And the stack on base 7 is Red Roxy
    And Blue's rack is Jumbo
    When Blue places Jumbo on base 5
    Then Blue may choose exactly base 7
    When Blue chooses base 7
    Then base 7 is empty

  @hook-mute
  Scenario: Hook needs the connection to a mute base
    Given the terrain "station-metal-x"
    And Blue's rack is Hook
    When Blue places Hook on base 7
    Then the move is illegal because connected
    And the ruling cites hook-mute

  @hook-mute
  Scenario: With the connection Hook may go there, and without it to every other base
    Given the terrain "station-metal-x"
    And the stack on base 1 is Blue Roxy
    And the stack on base 5 is Blue Kwak
    And Blue's rack is Hook
    Then Blue may place Hook on exactly bases 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 13

  @hook-mute @place-connected
  Scenario: To a mute H.Q. Hook needs the connection as to any other
    Given the terrain "castle-field"
    And the special bases
      | base         | kind |
      | the Red H.Q. | mute |
    And Blue's rack is Hook
    Then Blue may not place Hook on the Red H.Q. because connected

  @kwak-mute
  Scenario: Kwak remains a joker on a mute base
    Given the terrain "station-metal-x"
    And the stack on base 1 is Blue Roxy
    And the stack on base 5 is Blue Hook
    And the stack on base 7 is Red Roxy
    And Blue's rack is Kwak
    When Blue places Kwak on base 7
    Then the move is legal

  @kwak-mute @place-kwak-covered
  Scenario: And everyone still covers Kwak there
    Given the terrain "station-metal-x"
    And the stack on base 1 is Blue Roxy
    And the stack on base 5 is Blue Hook
    And the stack on base 7 is Red Kwak
    And Blue's rack is Skully
    When Blue places Skully on base 7
    Then the move is legal
    And no choice is pending

  @setup-no-specials
  Scenario: Without special bases nothing is mute
    Given the terrain "station-metal-x"
    And special bases are off
    And Blue's rack is Hook, Star
    When Blue places Hook on base 7
    Then the move is legal
