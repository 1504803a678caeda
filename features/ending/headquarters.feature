Feature: Capturing an H.Q.

  A troop on an enemy H.Q. wins at once.

  Background:
    Given the terrain "castle-field"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And the stack on base 8 is Blue Roxy
    And the stack on base 12 is Blue Hook
    And the stack on base 14 is Blue Cap'N

  @win-hq
  Scenario: The capture wins whatever the medals
    Given the medals of region 5 are gone
    And the medals of region 7 are gone
    And the medals of region 8 are gone
    And Red has 6 medals
    And Blue's rack is Roxy
    When Blue places Roxy on the Red H.Q.
    Then Blue wins by hq
    And Blue now has no medals

  @win-hq
  Scenario: No effect is resolved after the capture
    Given Blue's rack is Skully
    When Blue places Skully on the Red H.Q.
    Then Blue wins by hq
    And skully is not offered
    And no choice is pending

  @win-hq-first
  Scenario: Medals are not counted any more after the capture
    Given the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And Blue's rack is Roxy
    When Blue places Roxy on the Red H.Q.
    Then Blue wins by hq
    And no medals are collected
    And Blue now has 6 medals
