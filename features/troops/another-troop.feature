Feature: Cap'N may place another troop

  @effect-capn
  Scenario: The other troop is placed by the same rules, from where Cap'N now stands
    Given the terrain "castle-field"
    And Blue's rack is Cap'N, Roxy
    When Blue places Cap'N on base 1
    Then Blue has to answer cap-n
    And Blue may place Roxy on exactly bases 1, 2 and 3
    And Blue may not place Roxy on base 4 because connected
    When Blue places Roxy on base 3
    Then the move is legal
    And Blue occupies bases 1 and 3
    And Red is to move

  @effect-capn @effects-optional
  Scenario: Cap'N's player may decline
    Given the terrain "castle-field"
    And Blue's rack is Cap'N, Roxy
    When Blue places Cap'N on base 1
    And Blue declines
    Then Blue's rack is now Roxy
    And Red is to move

  @effect-capn
  Scenario: The effect of the other troop is applied too
    Given the terrain "castle-field"
    And Blue's rack is Cap'N, Skully
    And Blue's reserve, next troop first, is Star, Roxy, Hook
    When Blue places Cap'N on base 1
    And Blue places Skully on base 3
    Then Blue has to answer skully
    When Blue draws
    Then Blue's rack is now Star, Roxy
    And Red is to move

  @effect-capn
  Scenario: Three Cap'Ns in a row bring four troops in one turn
    Given the terrain "castle-field"
    And Blue's rack is Cap'N, Cap'N, Cap'N, Roxy
    When Blue places Cap'N on base 1
    And Blue places Cap'N on base 3
    And Blue places Cap'N on base 8
    And Blue places Roxy on base 12
    Then Blue occupies bases 1, 3, 8 and 12
    And Red is to move

  @effect-capn
  Scenario: Without a troop that can be placed nothing is asked
    Given the terrain "castle-field"
    And Blue's rack is Cap'N
    When Blue places Cap'N on base 1
    Then cap-n is not offered
    And Red is to move

  @effect-capn @win-hq
  Scenario: The other troop may capture an H.Q.
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      | 3 |   |      |
    And the position
      | . | B3 | . | . |
      |   | .  |   |   |
    And Blue's rack is Cap'N, Skully
    When Blue places Cap'N on base 2
    And Blue places Skully on the Red H.Q.
    Then Blue wins by hq

  @effect-capn @turn-one-action
  Scenario: The other troop is placed, not drawn
    Given the terrain "castle-field"
    And Blue's rack is Cap'N, Roxy
    When Blue places Cap'N on base 1
    Then Blue may place Roxy on exactly bases 1, 2 and 3
    When Blue places Roxy on base 2
    Then Blue's rack now holds 0 troops
    And Red is to move

  Rule: The special bases act after the troops of the whole chain, in the order in which they were occupied

    @effect-capn-order @effect-after-placing
    Scenario: The draw base under Cap'N waits for the troop that Cap'N brings
      Given the terrain "city-of-clouds"
      And the stack on base 1 is Blue Hook
      And Blue's rack is Cap'N, Star
      And Blue's reserve, next troop first, is Kwak, Roxy, Jumbo
      When Blue places Cap'N on base 3
      Then Blue has to answer cap-n
      When Blue places Star on base 4
      Then Blue has to answer star
      When Blue draws
      Then Blue's rack is now Kwak
      And Blue has to answer draw
      When Blue draws
      Then Blue's rack is now Kwak, Roxy
      And Red is to move

    @effect-capn-order
    Scenario: Occupied first the draw base, then the pin base
      Given the terrain "la-croisette"
      And the stack on base 1 is Blue Roxy
      And Blue's rack is Cap'N, Hook
      And Red's rack is Star, Roxy
      When Blue places Cap'N on base 2
      And Blue places Hook on base 5
      Then Blue has to answer draw
      When Blue draws
      Then Blue has to answer pin
      When Blue declines
      Then Red is to move

    @effect-capn-order
    Scenario: Occupied first the pin base, then the draw base
      Given the terrain "la-croisette"
      And the stack on base 3 is Blue Roxy
      And Blue's rack is Cap'N, Hook
      And Red's rack is Star, Roxy
      When Blue places Cap'N on base 5
      And Blue places Hook on base 2
      Then Blue has to answer pin
      When Blue declines
      Then Blue has to answer draw
      When Blue draws
      Then Red is to move

    @effect-capn-order @effect-after-placing @effect-draw-cap
    Scenario: All at once: Cap'N, Skully's draw, then the draw base
      Given the terrain "city-of-clouds"
      And the stack on base 1 is Blue Hook
      And Blue's rack is Cap'N, Skully
      And Blue's reserve, next troop first, is Kwak, Roxy, Jumbo
      When Blue places Cap'N on base 3
      And Blue places Skully on base 4
      And Blue draws
      And Blue draws
      Then these things happen in order
        | Blue places Cap'N on base 3  |
        | Blue applies cap-n           |
        | Blue places Skully on base 4 |
        | Blue applies skully          |
        | Blue draws Kwak              |
        | Blue draws Roxy              |
        | Blue applies draw            |
        | Blue draws Jumbo             |
        | turn 2: Red                  |
