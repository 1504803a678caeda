Feature: A player who can do nothing

  The player to move who can neither draw nor place ends the game, and more medals win.

  Rule: Both actions must be impossible

    @end-stuck-both-checked
    Scenario: A full rack with a troop that can be placed ends nothing
      Given the terrain "castle-field"
      And the stack on base 1 is Red Roxy
      And the stack on base 2 is Red Star
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, Roxy
      When Blue's turn begins
      Then Blue can still act
      And Blue may not draw because space
      And Blue may place Roxy on exactly base 2
      And the game goes on

    @end-stuck
    Scenario: A full rack without any such troop does
      Given the terrain "castle-field"
      And the stack on base 1 is Red Roxy
      And the stack on base 2 is Red Star
      And the medals of region 2 are gone
      And Blue has 1 medal
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, XB-42, XB-42
      When Blue's turn begins
      Then Blue is stuck
      And Blue wins by stuck

    @end-stuck-both-checked
    Scenario: Who cannot place but can draw is not stuck
      Given the terrain "castle-field"
      And Blue's rack is empty
      When Blue's turn begins
      Then Blue can still act
      And Blue may draw

    @end-not-reserves
    Scenario: An empty reserve ends nothing while a troop can be placed
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      And Blue's reserve is empty
      When Blue's turn begins
      Then Blue can still act
      And nobody wins

    @end-both-reserves @end-not-reserves
    Scenario: Nor do two empty reserves
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      And Red's rack is Roxy
      And Blue's reserve is empty
      And Red's reserve is empty
      When Blue places Roxy on base 1
      Then the game goes on
      And nobody wins
      And Red is to move

    @end-stuck
    Scenario: With an empty rack and an empty reserve nothing is possible
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      And Red's rack is empty
      And Red's reserve is empty
      When Blue places Roxy on base 1
      Then Red is stuck
      And Blue wins by stuck

  Rule: More medals win, and on a tie the stuck player loses

    @end-stuck
    Scenario: The stuck player wins with more medals
      Given the terrain "castle-field"
      And the medals of region 1 are gone
      And the medals of region 2 are gone
      And Red has 3 medals
      And Blue has 1 medal
      And Blue's rack is Roxy
      And Red's rack is empty
      And Red's reserve is empty
      When Blue places Roxy on base 1
      Then Red is stuck
      And Red wins by stuck

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

    @end-stuck-tie
    Scenario: With no medals at all it is a tie too
      Given the terrain "castle-field"
      And Emma plays Red
      And Jake plays Blue
      And the stack on base 1 is Red Roxy
      And the stack on base 2 is Red Roxy
      And Jake's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, XB-42, XB-42
      When Jake's turn begins
      Then Jake may not place any troop
      And Jake is stuck
      And Emma wins by stuck

  Rule: The score sheet

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
