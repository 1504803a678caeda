Feature: The pin base

  Who places a troop here may pin one unseen troop of the enemy rack until the end of the enemy's next turn.

  Rule: Pinning

    Background:
      Given the terrain "battlefield"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy

    @base-pin
    Scenario: A pinned troop may not be placed on the next turn
      Given Red's rack is Hook, Roxy
      When Blue places Roxy on base 4
      Then Blue has to answer pin
      When Blue chooses Red's rack
      And chance picks Hook
      Then Hook on Red's rack is now pinned
      And Red is to move
      And Red may not place Hook on base 13 because standing
      And the ruling cites pin-stuck
      And Red may place Roxy on exactly bases 13 and 14

    @base-pin
    Scenario: It stands up at the end of that turn
      Given Red's rack is Hook, Roxy
      When Blue places Roxy on base 4
      And Blue chooses Red's rack
      And chance picks Hook
      And Red places Roxy on base 13
      Then Red's rack is now Hook
      And Blue is to move

    @pin-optional @effects-optional
    Scenario: Nobody has to pin
      Given Red's rack is Hook, Roxy
      When Blue places Roxy on base 4
      And Blue declines
      Then Red's rack is now Hook, Roxy
      And Red is to move

    @base-pin
    Scenario: An empty rack cannot be pinned
      Given Red's rack is empty
      When Blue places Roxy on base 4
      Then pin is not offered
      And Red is to move

    @base-pin @discards-public
    Scenario: Who pins does not see which troop it was
      Given Red's rack is Hook, Roxy
      When Blue places Roxy on base 4
      And Blue chooses Red's rack
      And chance picks Hook
      Then Blue sees 2 unknown troops on Red's rack
      And Red sees Roxy on Red's rack

    @base-pin
    Scenario: Both players see how many troops lie face down
      Given Red's rack is Hook, Roxy
      When Blue places Roxy on base 4
      And Blue chooses Red's rack
      And chance picks Hook
      Then Blue sees 1 pinned unknown troop on Red's rack
      And Red sees pinned Hook on Red's rack

    @base-pin @turn-rack-limit
    Scenario: A pinned troop counts toward the eight
      Given Red's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, Hook
      When Blue places Roxy on base 4
      And Blue chooses Red's rack
      And chance picks Hook
      Then Red may not draw because space

    @base-pin @pin-stuck
    Scenario: A Cap'N does not bring a pinned troop either
      Given Red's rack is Cap'N, Hook
      When Blue places Roxy on base 4
      And Blue chooses Red's rack
      And chance picks Hook
      And Red places Cap'N on base 13
      Then cap-n is not offered
      And Blue is to move

  Rule: Troops that are pinned already

    @base-pin
    Scenario: Only the pinned troop stays where it is
      Given the terrain "battlefield"
      And Blue's rack is Hook, Roxy
      And Hook on Blue's rack is pinned
      Then Blue may not place Hook on base 1 because standing
      And the ruling cites base-pin
      And Blue may place Roxy on exactly bases 1 and 2
      And Blue sees pinned Hook on Blue's rack
      And Red sees 2 unknown troops on Blue's rack

    @pin-again
    Scenario: A rack of pinned troops only cannot be pinned again
      Given the terrain "battlefield"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy
      And Red's rack is Hook
      And Hook on Red's rack is pinned
      When Blue places Roxy on base 4
      Then pin is not offered
      And Red is to move

    @pin-again
    Scenario: Of two troops the one that is pinned already is not hit
      Given the terrain "battlefield"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy
      And Red's rack is Hook, Roxy
      And Hook on Red's rack is pinned
      When Blue places Roxy on base 4
      And Blue plays "pin rack=pinned:hook"
      Then the move is illegal because standing-yet
      And the ruling cites pin-again
      When Blue chooses Red's rack
      Then Roxy on Red's rack is now pinned

    @pin-again
    Scenario: Two pin bases in one turn pin two different troops
      Given the terrain "battlefield"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Cap'N, Hook
      And Red's rack is Hook, Roxy
      When Blue places Cap'N on base 4
      And Blue places Hook on base 11
      And Blue chooses Red's rack
      And chance picks Hook
      And Blue chooses Red's rack
      And chance picks Roxy
      Then Hook on Red's rack is now pinned
      And Roxy on Red's rack is now pinned
      And Red may not place any troop

    @pin-stuck @end-stuck
    Scenario: Who has only pinned troops and cannot draw is stuck
      Given the terrain "battlefield"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy
      And Red's rack is Hook
      And Red's reserve is empty
      When Blue places Roxy on base 4
      And Blue chooses Red's rack
      And chance picks Hook
      Then Red is stuck
      And Blue wins by stuck

    @base-pin @effect-after-placing
    Scenario: All at once: Star's draw, the pin, and the enemy's turn at whose end the troop stands up
      Given the terrain "battlefield"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Star
      And Blue's reserve, next troop first, is Kwak
      And Red's rack is Hook, Roxy
      And Red's reserve, next troop first, is Star
      When Blue places Star on base 4
      And Blue draws
      And Blue chooses Red's rack
      And chance picks Hook
      And Red draws
      Then these things happen in order
        | Blue places Star on base 4 |
        | Blue applies star          |
        | Blue draws Kwak            |
        | Blue applies pin           |
        | Red Hook on rack is pinned |
        | turn 2: Red                |
        | Red draws Star             |
        | turn 3: Blue               |
      And Red's rack is now Hook, Roxy, Star
