Feature: The shove base

  Who places a troop here may move an enemy troop next to it to a base next to where that troop stood.

  Rule: Which troop, and where to

    @base-shove @shove-here
    Scenario: The troop may go to any base next to its own, also to the base that acts
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 8 is Red Hook
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      Then Blue has to answer shove
      And Blue may choose exactly base 8 then base 5, base 8 then base 7 and base 8 then base 11
      When Blue chooses base 8 then base 11
      Then base 8 is empty
      And the top troop on base 11 is Red Hook
      And Red is to move

    @shove-here
    Scenario: Shoved onto the base that acts it covers the troop just placed
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 8 is Red Skully
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      And Blue chooses base 8 then base 5
      Then the top troop on base 5 is Red Skully

    @base-shove @effects-optional
    Scenario: Nobody has to shove
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 8 is Red Hook
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      And Blue declines
      Then the top troop on base 8 is Red Hook
      And Red is to move

    @base-shove
    Scenario: Without an enemy next to it nothing is asked
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 7 is Red Hook
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      Then shove is not offered
      And Red is to move

    @shove-anything
    Scenario Outline: It may land on <what>
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 8 is Red Skully
      And the stack on base 7 is <troop>
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      And Blue chooses base 8 then base 7
      Then the top troop on base 7 is Red Skully

      Examples:
        | what                      | troop       |
        | a stronger troop of Blue  | Blue Roxy   |
        | an equal troop of Blue    | Blue Skully |
        | a troop of its own colour | Red Roxy    |

    @shove-hq
    Scenario: It may not land on an H.Q.
      Given the terrain
        | B-HQ | 1 | 2 | R-HQ |
        |      | 3 | 4 | 5    |
      And the special bases
        | base | kind  |
        | 1    | shove |
      And the position
        | . | . | R3 | . |
        |   | . | .  | . |
      And Blue's rack is Roxy
      When Blue places Roxy on base 1
      Then Blue may choose exactly base 2 then base 1 and base 2 then base 4
      When Blue declines
      Then Red is to move

  Rule: The regions at both ends are checked for both players

    @shove-regions @medal-any-change
    Scenario: The troop that is uncovered takes its region
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 7 is Blue Hook
      And the stack on base 8 is Blue Cap'N, Red Skully
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      Then no medals are collected
      When Blue chooses base 8 then base 11
      Then Blue collects 2 medals from region 3
      And Blue now has 2 medals

    @shove-regions @medal-any-change
    Scenario: The troop that arrives takes its region
      Given the terrain "volcanic-jungle"
      And the stack on base 1 is Blue Star
      And the stack on base 4 is Blue Jumbo
      And the stack on base 7 is Red Kwak
      And the stack on base 10 is Red Roxy
      And the stack on base 13 is Red Star
      And the stack on base 8 is Red Hook, Red Skully
      And Blue's rack is Roxy
      When Blue places Roxy on base 5
      And Blue chooses base 8 then base 11
      Then Red collects 3 medals from region 5
      And Red now has 3 medals

    @both-objectives @shove-regions
    Scenario: When one shove brings both players to their objective the player whose turn it is wins
      Given the terrain
        | B-HQ | 1 | 2 | 3 | R-HQ |
        |      |   | 4 |   |      |
      And the special bases
        | base | kind  |
        | 1    | shove |
      And the regions
        | region | medals | enclosed by |
        | 1      | 1      | 1, 2        |
        | 2      | 1      | 3           |
        | 3      | 1      | 4           |
      And Blue wins with 1 medal
      And Red wins with 1 medal
      And the position
        | . | . | R3 over B2 | . | . |
        |   |   | .          |   |   |
      And Blue's rack is Roxy
      When Blue places Roxy on base 1
      And Blue chooses base 2 then base 3
      Then Blue wins by medals
      And the score sheet is
        | player | medals | stuck | wins by |
        | Blue   | 1      |       | medals  |
        | Red    | 1      |       |         |
