Feature: The score sheet

  It gives the medals of both players, who could do nothing, and how the game was won.

  @end-stuck-tie @score-example @score-medals @score-ender @score-won-by
  Scenario: Emma and Jake have 4 medals each, and Jake can do nothing
    Given the terrain "castle-field"
    And Emma plays Blue
    And Jake plays Red
    And the medals of region 1 are gone
    And the medals of region 2 are gone
    And the medals of region 6 are gone
    And the medals of region 8 are gone
    And Emma has 4 medals
    And Jake has 4 medals
    And Jake's rack is empty
    And Jake's reserve is empty
    When Jake's turn begins
    Then Jake is stuck
    And Emma wins by stuck
    And the score sheet is
      | player | medals | stuck | wins by |
      | Emma   | 4      |       | stuck   |
      | Jake   | 4      | yes   |         |

  @score-medals @score-won-by
  Scenario: A win by the medal objective
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 5 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And Red has 2 medals
    And the stack on base 3 is Blue Jumbo
    And the stack on base 5 is Blue Star
    And Blue's rack is Hook
    When Blue places Hook on base 7
    Then the score sheet is
      | player | medals | stuck | wins by |
      | Blue   | 7      |       | medals  |
      | Red    | 2      |       |         |

  @score-ender @score-won-by
  Scenario: A win because the player with fewer medals is stuck
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And Blue has 3 medals
    And Blue's rack is Roxy
    And Red's rack is empty
    And Red's reserve is empty
    When Blue places Roxy on base 1
    Then the score sheet is
      | player | medals | stuck | wins by |
      | Blue   | 3      |       | stuck   |
      | Red    | 0      | yes   |         |

  @score-medals @score-won-by @win-hq
  Scenario: A win by the capture of an H.Q., with fewer medals
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And the stack on base 8 is Blue Roxy
    And the stack on base 12 is Blue Hook
    And the stack on base 14 is Blue Cap'N
    And the medals of region 1 are gone
    And the medals of region 6 are gone
    And Blue has 1 medal
    And Red has 3 medals
    And Blue's rack is Roxy
    When Blue places Roxy on the Red H.Q.
    Then the score sheet is
      | player | medals | stuck | wins by |
      | Blue   | 1      |       | hq      |
      | Red    | 3      |       |         |
