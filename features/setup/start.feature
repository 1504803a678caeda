Feature: Setting up

  @setup-army @setup-racks
  Scenario Outline: <first> starts with 3 troops, <other> with 4, and four of each army are set aside
    Given the terrain "castle-field"
    When a game starts with <first> first
    Then <first>'s rack now holds 3 troops
    And <other>'s rack now holds 4 troops
    And <first>'s reserve now holds 17 troops
    And <other>'s reserve now holds 16 troops
    And <first>'s set-aside now holds 4 troops
    And <other>'s set-aside now holds 4 troops
    And <first> is to move

    Examples:
      | first | other |
      | Blue  | Red   |
      | Red   | Blue  |

  @setup-racks
  Scenario: The terrain starts empty and nobody has medals
    Given the terrain "castle-field"
    When a game starts with Blue first
    Then base 1 is empty
    And the Red H.Q. is empty
    And Blue now has no medals
    And Red now has no medals

  @setup-army
  Scenario: No army has a fourth troop of a kind
    Given the terrain "castle-field"
    And Blue's rack is Star, Star, Star
    And Blue's reserve, next troop first, is Roxy
    When Blue draws
    Then Blue's rack is now Star, Star, Star, Roxy

  @setup-terrain @setup-no-specials
  Scenario: For a first game, Castle Field without its special bases
    Given the terrain "castle-field"
    And special bases are off
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And Blue's rack is Roxy
    When Blue places Roxy on base 5
    Then take-back is not offered
    And Red is to move

  @setup-no-specials
  Scenario: With special bases on, the same base acts
    Given the terrain "castle-field"
    And special bases are on
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And Blue's rack is Roxy
    When Blue places Roxy on base 5
    Then Blue has to answer take-back
    When Blue declines
    Then Red is to move
