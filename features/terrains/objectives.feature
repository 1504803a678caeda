Feature: Terrains differ in map, objective and special bases

  The ways to win are the same on all of them.

  @terrain-differ @win-medals
  Scenario Outline: On <terrain> the objective of <objective> is reached with region <region>
    Given the terrain "<terrain>"
    And the medals of region <gone> are gone
    And the medals of region <gone too> are gone
    And Blue has <so far> medals
    And the stack on base <first> is Blue Jumbo
    And the stack on base <second> is Blue Star
    And Blue's rack is Hook
    When Blue places Hook on base <third>
    Then Blue now has <objective> medals
    And Blue wins by medals

    Examples:
      | terrain       | gone | gone too | so far | region | first | second | third | objective |
      | castle-field  | 1    | 8        | 6      | 2      | 3     | 5      | 7     | 7         |
      | tournament    | 1    | 8        | 6      | 2      | 3     | 5      | 7     | 7         |
      | caribbean-sea | 3    | 4        | 4      | 1      | 1     | 3      | 4     | 5         |
      | la-croisette  | 3    | 6        | 4      | 1      | 1     | 2      | 3     | 5         |

  @terrain-differ @win-hq
  Scenario Outline: On <terrain> the H.Q. falls from base <last>
    Given the terrain "<terrain>"
    And the stack on base <first> is Blue Jumbo
    And the stack on base <second> is Blue Star
    And the stack on base <third> is Blue Roxy
    And the stack on base <fourth> is Blue Hook
    And the stack on base <last> is Blue Kwak
    And Blue's rack is Skully
    When Blue places Skully on the Red H.Q.
    Then Blue wins by hq

    Examples:
      | terrain         | first | second | third | fourth | last |
      | castle-field    | 1     | 3      | 8     | 12     | 14   |
      | cursed-cemetery | 3     | 5      | 8     | 10     | 15   |
      | battlefield     | 1     | 3      | 7     | 10     | 13   |
      | caribbean-sea   | 3     | 4      | 6     | 9      | 12   |
      | tournament      | 1     | 3      | 8     | 12     | 14   |

  Rule: La Croisette

    @terrain-croisette
    Scenario: Five medals win
      Given the terrain "la-croisette"
      And the medals of region 3 are gone
      And the medals of region 8 are gone
      And Blue has 4 medals
      And the stack on base 3 is Blue Jumbo
      And the stack on base 1 is Blue Star
      And Blue's rack is Roxy
      When Blue places Roxy on base 2
      Then Blue collects 1 medal from region 1
      And Blue wins by medals

    @terrain-croisette
    Scenario: Its H.Q. falls like any other
      Given the terrain "la-croisette"
      And the stack on base 3 is Blue Jumbo
      And the stack on base 6 is Blue Star
      And the stack on base 9 is Blue Roxy
      And the stack on base 11 is Blue Hook
      And Blue's rack is Skully
      When Blue places Skully on the Red H.Q.
      Then Blue wins by hq

    @terrain-croisette @base-gate
    Scenario: Its gates admit 4 to 7 and Kwak
      Given the terrain "la-croisette"
      And Blue's rack is Jumbo, Hook, Kwak
      Then Blue may not place Jumbo on base 4 because gate
      And Blue may place Kwak on exactly bases 1, 3 and 4

    @terrain-croisette @base-mute @hook-mute
    Scenario: Its mute base holds back Hook's licence
      Given the terrain "la-croisette"
      And Blue's rack is Hook
      Then Blue may not place Hook on base 7 because connected

    @terrain-croisette @base-pin
    Scenario: Its pin base pins
      Given the terrain "la-croisette"
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy
      And Red's rack is Star
      When Blue places Roxy on base 5
      And Blue chooses Red's rack
      And chance picks Star
      Then Star on Red's rack is now pinned

    @terrain-croisette @end-stuck
    Scenario: Who is stuck there ends the game there too
      Given the terrain "la-croisette"
      And Blue's rack is Roxy
      And Red's rack is empty
      And Red's reserve is empty
      When Blue places Roxy on base 1
      Then Red is stuck
      And Blue wins by stuck
