Feature: A turn is one action

  A player draws two troops or places one.

  Rule: Drawing

    @turn-one-action
    Scenario: Drawing brings the next two troops of the reserve and ends the turn
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve, next troop first, is Star, Roxy, Hook
      When Blue draws
      Then the move is legal
      And Blue's rack is now Skully, Star, Roxy
      And Blue's reserve is now Hook
      And Red is to move

    @turn-draw-one
    Scenario: With room for one troop drawing brings one
      Given the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook
      And Blue's reserve, next troop first, is Star, Roxy
      When Blue draws
      Then Blue's rack now holds 8 troops
      And Blue's reserve is now Roxy

    @turn-draw-one
    Scenario: With one troop left in the reserve drawing brings that one
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve, next troop first, is Star
      When Blue draws
      Then Blue's rack is now Skully, Star
      And Blue's reserve now holds 0 troops

    @turn-rack-limit
    Scenario: A player with a full rack may not draw
      Given the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, Hook
      When Blue draws
      Then the move is illegal because space
      And the ruling cites turn-rack-limit

    @turn-rack-limit
    Scenario: A player with a full rack may still place
      Given the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, Roxy
      When Blue places Roxy on base 1
      Then the move is legal
      And Blue's rack now holds 7 troops

    @turn-rack-limit
    Scenario: A player with seven troops may draw
      Given the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook
      Then Blue may draw

    @turn-draw-one
    Scenario: Nobody draws from an empty reserve
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve is empty
      Then Blue may not draw because supply
      And the ruling cites turn-draw-one

  Rule: Placing

    @turn-one-action
    Scenario: Placing a troop ends the turn
      Given the terrain "castle-field"
      And Blue's rack is Roxy, Hook
      When Blue places Roxy on base 1
      Then Blue's rack is now Hook
      And the top troop on base 1 is Blue Roxy
      And Red is to move

    @turn-one-action
    Scenario: With an empty rack there is nothing to place, but drawing is possible
      Given the terrain "castle-field"
      And Blue's rack is empty
      Then Blue may not place any troop
      And Blue may draw

    @turn-one-action
    Scenario: A full rack leaves placing as the only action
      Given the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo, XB-42, Roxy
      Then Blue may not draw because space
      And Blue may place Roxy on exactly bases 1 and 2
      And Blue can still act

  Rule: A turn cannot be passed

    @turn-one-action
    Scenario: Who can draw or place has to
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      Then Blue may not decline the turn

    @turn-one-action
    Scenario: Who cannot draw has to place
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      And Blue's reserve is empty
      When Blue declines
      Then Blue may not decline the turn
      And Blue can still act
      When Blue places Roxy on base 1
      Then Red is to move

  Rule: Taking medals is no action

    @turn-medals-free
    Scenario: The turn in which medals are taken is a turn like any other
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 5 is Blue Cap'N
      And Blue's rack is Roxy, Hook
      When Blue places Roxy on base 7
      Then Blue collects 1 medal from region 2
      And Blue's rack is now Hook
      And Red is to move
