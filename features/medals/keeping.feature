Feature: Keeping medals

  Medals never go back, never change hands, and a region pays only once.

  @medal-kept
  Scenario: A two-medal region is lost and taken again, and pays nothing the second time
    Given the terrain "castle-field"
    And the stack on base 3 is Blue Jumbo
    And the stack on base 1 is Blue Star
    And the stack on base 7 is Blue Hook
    And the stack on base 8 is Blue Cap'N
    And the stack on base 13 is Red Jumbo
    And the stack on base 15 is Red Star
    And Blue's rack is Roxy, Kwak
    And Red's rack is Star, Roxy
    When Blue places Roxy on base 12
    Then Blue collects 2 medals from region 4
    And Blue now has 2 medals
    When Red places Roxy on base 8
    Then no medals are collected
    And Blue now has 2 medals
    And Red now has no medals
    When Blue places Kwak on base 8
    Then no medals are collected
    And Blue now has 2 medals

  @medal-kept
  Scenario: The enemy who takes over a region that has paid gets nothing
    Given the terrain "castle-field"
    And the medals of region 7 are gone
    And Blue has 1 medal
    And the stack on base 9 is Red Star
    And the stack on base 11 is Red Jumbo
    And the stack on base 13 is Blue Hook
    And it is Red's turn
    And the stack on base 15 is Red Skully
    And Red's rack is Roxy
    When Red places Roxy on base 13
    Then the move is legal
    And no medals are collected
    And Blue now has 1 medal
    And Red now has no medals

  @medal-kept
  Scenario: Losing every base of a region takes no medal away
    Given the terrain "castle-field"
    And the medals of region 2 are gone
    And Blue has 1 medal
    And the stack on base 3 is Blue Skully
    And the stack on base 4 is Red Star
    And it is Red's turn
    And Red's rack is Hook
    When Red places Hook on base 3
    Then Blue now has 1 medal
    And the game goes on

  @goodie-track
  Scenario: Being ahead in medals wins nothing
    Given the terrain "castle-field"
    And the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    Then nobody wins
    And the game goes on
    And Red is to move

  @medal-kept @medal-occupy
  Scenario: Both players take a region, one after the other
    Given the terrain "tournament"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And the stack on base 14 is Red Star
    And the stack on base 12 is Red Jumbo
    And Blue's rack is Roxy, Hook
    And Red's rack is Kwak, Hook
    When these moves are played
      | player | move          |
      | Blue   | place roxy 7  |
      | Red    | place hook 10 |
      | Blue   | place hook 5  |
      | Red    | place kwak 7  |
    Then Blue collects 1 medal from region 2
    And Red collects 1 medal from region 6
    And Blue now has 1 medal
    And Red now has 1 medal
