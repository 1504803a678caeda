Feature: The take-back base

  Who places a troop here may return another of their visible troops to their rack.

  Rule: Another visible troop of one's own, from anywhere

    @base-take-back
    Scenario: Any other visible own troop may be taken back, however far away
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 15 is Blue Hook
      And the stack on base 2 is Red Skully
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      Then Blue has to answer take-back
      And Blue may choose exactly bases 1, 3 and 15
      When Blue chooses base 15
      Then base 15 is empty
      And Blue's rack is now Hook
      And Red is to move

    @base-take-back @effects-optional
    Scenario: Nobody has to take a troop back
      Given the terrain "castle-field"
      And the stack on base 3 is Blue Jumbo
      And the stack on base 1 is Blue Star
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      And Blue declines
      Then Blue's rack now holds 0 troops
      And Blue occupies bases 1, 3 and 5

    @take-back-self
    Scenario: The troop just placed is not taken back by its own base
      Given the terrain "castle-field"
      And Blue's rack is Hook
      When Blue places Hook on base 10
      Then take-back is not offered
      And the top troop on base 10 is Blue Hook
      And Red is to move

    @base-take-back @place-top-counts
    Scenario: A covered troop is not visible and stays
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star, Red Roxy
      And the stack on base 2 is Blue Jumbo, Blue Skully
      And Blue's rack is Hook
      When Blue places Hook on base 5
      Then Blue may choose exactly base 2
      When Blue chooses base 2
      Then the top troop on base 2 is Blue Jumbo
      And Blue's rack is now Skully

    @base-take-back @turn-rack-limit
    Scenario: A full rack takes nothing back
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Hook, Hook, Roxy
      When Blue places Skully on base 5
      And Blue draws
      Then Blue's rack now holds 8 troops
      And take-back is not offered
      And Red is to move

    @base-take-back @turn-rack-limit
    Scenario: The last free space of the rack takes a troop back
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Hook, Hook, Roxy
      When Blue places Roxy on base 5
      And Blue chooses base 1
      Then Blue's rack now holds 8 troops
      And base 1 is empty

  Rule: What the take-back uncovers or cuts, it uncovers and cuts

    @take-back-cut
    Scenario: A player may cut their own connection
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy, Skully
      When Blue places Roxy on base 5
      And Blue chooses base 1
      Then base 1 is empty
      And the game goes on
      When Red draws
      Then Blue may place Skully on exactly bases 1 and 2

    @take-back-cut @medal-any-change
    Scenario: An enemy troop that is uncovered takes medals at once
      Given the terrain "castle-field"
      And the stack on base 9 is Red Star
      And the stack on base 11 is Red Jumbo
      And the stack on base 13 is Red Skully, Blue Roxy
      And Blue's rack is Hook
      When Blue places Hook on base 5
      And Blue chooses base 13
      Then Red collects 1 medal from region 7
      And Red now has 1 medal
      And the game goes on

    @take-back-cut @win-medals
    Scenario: And it may win by them
      Given the terrain "castle-field"
      And the medals of region 1 are gone
      And the medals of region 8 are gone
      And Red has 6 medals
      And the stack on base 9 is Red Star
      And the stack on base 11 is Red Jumbo
      And the stack on base 13 is Red Skully, Blue Roxy
      And Blue's rack is Hook
      When Blue places Hook on base 5
      And Blue chooses base 13
      Then Red collects 1 medal from region 7
      And Red wins by medals

  Rule: A troop that goes back loses what its own base still owed it

    @take-back-owed
    Scenario: The second take-back base is not used when its troop has been taken back
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Cap'N, Hook
      When Blue places Cap'N on base 5
      And Blue places Hook on base 10
      Then Blue has to answer take-back
      And Blue may choose exactly bases 1, 3 and 10
      When Blue chooses base 10
      Then take-back is not offered
      And Blue's rack is now Hook
      And Red is to move

    @take-back-same-base
    Scenario: Two troops on one take-back base do not take each other back
      Given the terrain "castle-field"
      And the stack on base 3 is Blue Jumbo
      And the stack on base 1 is Blue Star
      And Blue's rack is Cap'N, Roxy
      When Blue places Cap'N on base 5
      And Blue places Roxy on base 5
      Then Blue has to answer take-back
      And Blue may choose exactly bases 1 and 3
      When Blue declines
      Then Blue has to answer take-back
      And Blue may choose exactly bases 1 and 3
      When Blue declines
      Then Red is to move

  Rule: Nothing forbids going round in circles

    @endless
    Scenario: Two take-back bases may keep a game going for ever
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 2 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 6 is Blue Hook
      And the stack on base 14 is Red Star
      And the stack on base 12 is Red Jumbo
      And the stack on base 15 is Red Star
      And the stack on base 13 is Red Jumbo
      And the stack on base 11 is Red Hook
      And Blue's rack is Roxy
      And Red's rack is Roxy
      When these moves are played
        | player | move          |
        | Blue   | place roxy 5  |
        | Blue   | return 6      |
        | Red    | place roxy 10 |
        | Red    | return 11     |
        | Blue   | place hook 6  |
        | Blue   | return 5      |
        | Red    | place hook 11 |
        | Red    | return 10     |
      Then Blue's rack is now Roxy
      And Red's rack is now Roxy
      And the top troop on base 6 is Blue Hook
      And base 5 is empty
      And the top troop on base 11 is Red Hook
      And base 10 is empty
      And Blue is to move
      And the game goes on
