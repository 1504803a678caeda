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

    @end-stuck-tie
    Scenario: On a tie the player who is not stuck wins
      Given the terrain "castle-field"
      And the medals of region 1 are gone
      And the medals of region 8 are gone
      And Blue has 3 medals
      And Red has 3 medals
      And Red's rack is empty
      And Red's reserve is empty
      When Red's turn begins
      Then Red is stuck
      And Blue wins by stuck

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
