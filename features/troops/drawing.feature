Feature: Effects that draw

  Rule: Skully may draw two troops

    @effect-skully
    Scenario: Skully draws two
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve, next troop first, is Star, Roxy, Hook
      When Blue places Skully on base 1
      Then Blue has to answer skully
      When Blue draws
      Then Blue's rack is now Star, Roxy
      And Blue's reserve is now Hook
      And Red is to move

    @effect-skully @effects-optional
    Scenario: Skully's player may decline
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve, next troop first, is Star, Roxy, Hook
      When Blue places Skully on base 1
      And Blue declines
      Then Blue's rack now holds 0 troops
      And Blue's reserve now holds 3 troops
      And Red is to move

    @effect-draw-cap
    Scenario: Skully's draw stops at eight troops
      Given the terrain "castle-field"
      And Blue's rack is Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, Hook, Roxy
      And Blue's reserve, next troop first, is Star, Kwak
      When Blue places Skully on base 1
      And Blue draws
      Then Blue's rack now holds 8 troops
      And Blue's reserve is now Kwak

    @effect-draw-cap
    Scenario: Skully's draw stops at the end of the reserve
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve, next troop first, is Star
      When Blue places Skully on base 1
      And Blue draws
      Then Blue's rack is now Star
      And Blue's reserve now holds 0 troops

    @effect-draw-cap
    Scenario: With an empty reserve nothing is asked
      Given the terrain "castle-field"
      And Blue's rack is Skully
      And Blue's reserve is empty
      When Blue places Skully on base 1
      Then skully is not offered
      And Red is to move

  Rule: Star may draw one troop

    @effect-star
    Scenario: Star draws one
      Given the terrain "castle-field"
      And Blue's rack is Star
      And Blue's reserve, next troop first, is Kwak, Roxy
      When Blue places Star on base 2
      Then Blue has to answer star
      When Blue draws
      Then Blue's rack is now Kwak
      And Blue's reserve is now Roxy
      And Red is to move

    @effect-star @effects-optional
    Scenario: Star's player may decline
      Given the terrain "castle-field"
      And Blue's rack is Star
      And Blue's reserve, next troop first, is Kwak, Roxy
      When Blue places Star on base 2
      And Blue declines
      Then Blue's rack now holds 0 troops
      And Red is to move

    @effect-star @effect-draw-cap
    Scenario: With an empty reserve Star asks nothing
      Given the terrain "castle-field"
      And Blue's rack is Star
      And Blue's reserve is empty
      When Blue places Star on base 1
      Then star is not offered
      And Red is to move

    @effect-star @effect-draw-cap
    Scenario: With a full rack before, Star fills the place it leaves
      Given the terrain "castle-field"
      And Blue's rack is Star, Cap'N, Cap'N, Jumbo, Jumbo, Hook, Hook, Roxy
      And Blue's reserve, next troop first, is Kwak, Skully
      When Blue places Star on base 1
      And Blue draws
      Then Blue's rack now holds 8 troops
      And Blue's reserve is now Skully

  Rule: Roxy, Hook and Kwak have nothing to apply once they stand

    @effect-roxy @effect-hook @effect-kwak
    Scenario Outline: Placing <troop> ends the turn at once
      Given the terrain "castle-field"
      And Blue's rack is <troop>, Star
      And the stack on base 3 is Red Jumbo
      And Red's rack is Skully
      When Blue places <troop> on base 1
      Then no choice is pending
      And Red is to move

      Examples:
        | troop |
        | Roxy  |
        | Hook  |
        | Kwak  |
