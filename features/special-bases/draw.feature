Feature: The draw base

  Who places a troop here may draw one.

  @base-draw
  Scenario: A troop on a draw base draws one
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And Blue's rack is Roxy
    And Blue's reserve, next troop first, is Kwak, Hook
    When Blue places Roxy on base 3
    Then Blue has to answer draw
    When Blue draws
    Then Blue's rack is now Kwak
    And Blue's reserve is now Hook
    And Red is to move

  @base-draw @effects-optional
  Scenario: Nobody has to draw
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And Blue's rack is Roxy
    When Blue places Roxy on base 3
    And Blue declines
    Then Blue's rack now holds 0 troops
    And Red is to move

  @effect-after-placing @base-draw
  Scenario: The troop's effect comes first, the special base's second
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And Blue's rack is Skully
    And Blue's reserve, next troop first, is Kwak, Hook, Roxy
    When Blue places Skully on base 3
    Then Blue has to answer skully
    When Blue draws
    Then Blue has to answer draw
    When Blue draws
    Then Blue's rack is now Kwak, Hook, Roxy
    And Red is to move

  @effect-after-placing
  Scenario: Declining the troop's effect leaves the special base's
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And Blue's rack is Skully
    When Blue places Skully on base 3
    And Blue declines
    Then Blue has to answer draw
    When Blue declines
    Then Red is to move

  @special-every-time
  Scenario: Covering one's own troop on a draw base draws again
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Hook
    And Blue's rack is Roxy
    And Blue's reserve, next troop first, is Kwak, Hook
    When Blue places Roxy on base 3
    Then Blue has to answer draw
    When Blue draws
    Then Blue's rack is now Kwak

  @base-draw @turn-rack-limit
  Scenario: A full rack draws nothing
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And Blue's rack is Skully, Cap'N, Cap'N, Jumbo, Jumbo, Hook, XB-42, XB-42
    When Blue places Skully on base 3
    And Blue draws
    Then Blue's rack now holds 8 troops
    And draw is not offered
    And Red is to move

  @base-draw @effect-draw-cap
  Scenario: An empty reserve gives nothing
    Given the terrain "city-of-clouds"
    And the stack on base 1 is Blue Star
    And Blue's rack is Roxy
    And Blue's reserve is empty
    When Blue places Roxy on base 3
    Then draw is not offered
    And Red is to move

  @setup-no-specials
  Scenario: Without special bases a draw base is a base like any other
    Given the terrain "city-of-clouds"
    And special bases are off
    And the stack on base 1 is Blue Star
    And Blue's rack is Roxy
    When Blue places Roxy on base 3
    Then no choice is pending
    And Red is to move

  @hook-special
  Scenario: A special base acts for a Hook that came without connection
    Given the terrain "city-of-clouds"
    And Blue's rack is Hook
    And Blue's reserve, next troop first, is Kwak
    When Blue places Hook on base 12
    Then Blue has to answer draw
    When Blue draws
    Then Blue's rack is now Kwak
