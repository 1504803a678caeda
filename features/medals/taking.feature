Feature: Taking the medals of a region

  A player whose visible troops stand on every base around a region takes its medals at that moment.

  Rule: Every base around the region, by a visible troop

    @medal-occupy @setup-medals
    Scenario Outline: On Castle Field region <region> pays <medals>
      Given the terrain "castle-field"
      And special bases are off
      And the stack on base <first> is Blue Star
      And the stack on base <second> is Blue Jumbo
      And Blue's rack is Hook
      When Blue places Hook on base <last>
      Then Blue collects <medals> from region <region>
      And Blue now has <medals>

      Examples:
        | region | first | second | last | medals  |
        | 2      | 3     | 5      | 7    | 1 medal |
        | 3      | 4     | 6      | 9    | 1 medal |
        | 6      | 7     | 10     | 12   | 1 medal |

    @medal-occupy @setup-medals
    Scenario: A larger region pays more
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 2 is Blue Skully
      And the stack on base 3 is Blue Jumbo
      And the stack on base 4 is Blue Cap'N
      And Blue's rack is Roxy
      When Blue places Roxy on base 8
      Then Blue collects 3 medals from region 1
      And Blue now has 3 medals

    @medal-occupy
    Scenario: One base short pays nothing
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy
      When Blue places Roxy on base 7
      Then no medals are collected
      And Blue now has no medals

    @medal-occupy
    Scenario: An enemy troop on one of the bases pays nothing
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 5 is Red Star
      And Blue's rack is Roxy
      When Blue places Roxy on base 7
      Then no medals are collected

    @medal-buried
    Scenario: A buried troop occupies nothing
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 5 is Blue Hook, Red Star
      And Blue's rack is Roxy
      When Blue places Roxy on base 7
      Then no medals are collected
      And Blue now has no medals

    @medal-occupy
    Scenario: Troops without connection occupy like others
      Given the terrain "castle-field"
      And the stack on base 9 is Blue Star
      And the stack on base 11 is Blue Jumbo
      And Blue's rack is Hook
      When Blue places Hook on base 13
      Then Blue collects 1 medal from region 7

    @medal-hq-edge
    Scenario: An H.Q. at the edge of a region need not be occupied
      Given the terrain "tropical-pool"
      And the stack on base 1 is Blue Star
      And the stack on base 2 is Blue Skully
      And Blue's rack is Roxy
      When Blue places Roxy on base 3
      Then Blue collects 1 medal from region 1

    @medal-occupy
    Scenario: The enemy takes regions in the same way
      Given the terrain "castle-field"
      And the stack on base 9 is Red Star
      And the stack on base 11 is Red Jumbo
      And the stack on base 15 is Red Jumbo
      And it is Red's turn
      And Red's rack is Roxy
      When Red places Roxy on base 13
      Then Red collects 1 medal from region 7
      And Red now has 1 medal

  Rule: All medals of every region that is completed

    @medal-all
    Scenario: One placement completes two regions and takes both
      Given the terrain "castle-field"
      And the stack on base 3 is Blue Jumbo
      And the stack on base 8 is Blue Star
      And the stack on base 12 is Blue Cap'N
      And the stack on base 5 is Blue Skully
      And Blue's rack is Hook
      When Blue places Hook on base 7
      Then Blue collects 1 medal from region 2
      And Blue collects 2 medals from region 4
      And Blue now has 3 medals

    @medal-all @win-medals
    Scenario: Regions completed together count together toward the objective
      Given the terrain
        | B-HQ | 1 | 2 | R-HQ |
        |      | 3 | 4 |      |
      And the regions
        | region | medals | enclosed by |
        | 1      | 1      | 1, 2        |
        | 2      | 2      | 2, 3        |
        | 3      | 2      | 4           |
      And Blue wins with 3 medals
      And the position
        | . | B3 | . | . |
        |   | B2 | . |   |
      And Blue's rack is Roxy
      When Blue places Roxy on base 2
      Then Blue collects 1 medal from region 1
      And Blue collects 2 medals from region 2
      And Blue wins by medals

  Rule: Before any effect goes on

    @medal-occupy @effect-after-placing
    Scenario: The medals are taken before Skully's player decides whether to draw
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 5 is Blue Roxy
      And Blue's rack is Skully
      When Blue places Skully on base 7
      Then Blue collects 1 medal from region 2
      And Blue has to answer skully
      When Blue declines
      Then Red is to move

    @medal-occupy
    Scenario: A region that Cap'N completes pays before the other troop covers a part of it
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 5 is Blue Roxy
      And Blue's rack is Cap'N, Hook
      When Blue places Cap'N on base 7
      Then Blue collects 1 medal from region 2
      When Blue places Hook on base 7
      Then no medals are collected
      And Blue now has 1 medal

    @medal-occupy @turn-medals-free @effect-after-placing
    Scenario: First the troop, then the medals, then the effect
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And the stack on base 8 is Blue Roxy
      And the stack on base 12 is Blue Hook
      And Blue's rack is Star
      And Blue's reserve, next troop first, is Kwak
      When Blue places Star on base 7
      And Blue draws
      Then these things happen in order
        | Blue places Star on base 7      |
        | Blue takes 2 medals of region 4 |
        | Blue applies star               |
        | Blue draws Kwak                 |
        | turn 2: Red                     |
