Feature: Reaching the medal objective

  The objective belongs to the terrain and to the colour, and reaching it wins at once.

  @win-medals
  Scenario: The medal that reaches the objective wins
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And the stack on base 3 is Blue Jumbo
    And the stack on base 5 is Blue Star
    And Blue's rack is Hook
    When Blue places Hook on base 7
    Then Blue collects 1 medal from region 2
    And Blue now has 7 medals
    And Blue wins by medals

  @win-medals
  Scenario: One medal short the game goes on
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 4 are gone
    And Blue has 5 medals
    And the stack on base 3 is Blue Jumbo
    And the stack on base 5 is Blue Star
    And Blue's rack is Hook
    When Blue places Hook on base 7
    Then Blue now has 6 medals
    And the game goes on

  @win-medals
  Scenario: More medals than needed win as well
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And the stack on base 4 is Blue Jumbo
    And the stack on base 8 is Blue Star
    And the stack on base 9 is Blue Roxy
    And Blue's rack is Hook
    When Blue places Hook on base 13
    Then Blue now has 8 medals
    And Blue wins by medals

  @objective-at-once
  Scenario: The objective is checked before an effect goes on
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And the stack on base 1 is Blue Kwak
    And the stack on base 3 is Blue Jumbo
    And the stack on base 5 is Blue Star
    And Blue's rack is Skully
    When Blue places Skully on base 7
    Then Blue wins by medals
    And skully is not offered

  @objective-at-once
  Scenario: A Cap'N that reaches the objective brings nobody else
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And the stack on base 1 is Blue Kwak
    And the stack on base 3 is Blue Jumbo
    And the stack on base 5 is Blue Star
    And Blue's rack is Cap'N, Roxy
    When Blue places Cap'N on base 7
    Then Blue wins by medals
    And cap-n is not offered

  Rule: Each colour has an objective of its own

    Background:
      Given the terrain
        | B-HQ | 1 | 2 | R-HQ |
        |      | 3 | 4 |      |
      And the regions
        | region | medals | enclosed by |
        | 1      | 1      | 1, 3        |
        | 2      | 1      | 2, 4        |
        | 3      | 2      | 1, 2, 3, 4  |
      And Blue wins with 1 medal
      And Red wins with 2 medals
      And the position
        | . | B3 | R3 | . |
        |   | .  | .  |   |

    @win-medals
    Scenario: One medal is enough for Blue
      Given Blue's rack is Roxy
      When Blue places Roxy on base 3
      Then Blue collects 1 medal from region 1
      And Blue wins by medals

    @win-medals
    Scenario: And is not enough for Red
      Given it is Red's turn
      And Red's rack is Roxy
      When Red places Roxy on base 4
      Then Red collects 1 medal from region 2
      And the game goes on
