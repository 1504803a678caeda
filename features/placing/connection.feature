Feature: Connection

  A troop may go where a path leads from an own H.Q. over bases that all show an own troop.

  Rule: The next base after the own troops is connected

    @place-connected
    Scenario: With an empty board only the bases next to the H.Q. are connected
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      Then Blue may place Roxy on exactly bases 1 and 2

    @place-connected
    Scenario: Own troops carry the connection on
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Skully
      Then Blue may place Skully on exactly bases 1, 2, 3, 5, 7 and 8

    @place-connected
    Scenario: Troops that stand apart from the H.Q. connect nothing
      Given the terrain "castle-field"
      And the stack on base 7 is Blue Star
      And the stack on base 12 is Blue Jumbo
      And Blue's rack is Skully
      Then Blue may place Skully on exactly bases 1 and 2
      And Blue may not place Skully on base 7 because connected

  Rule: A base on the way that shows no own troop breaks the connection

    Background:
      Given the terrain
        | B-HQ | 1 | 2 | 3 | R-HQ |

    @place-connected
    Scenario: An empty base cuts the path
      Given the position
        | . | B3 | . | B4 | . |
      And Blue's rack is Roxy
      When Blue places Roxy on base 3
      Then the move is illegal because connected
      And the ruling cites place-connected
      And Blue may place Roxy on exactly bases 1 and 2

    @place-connected
    Scenario: A base held by the enemy cuts the path
      Given the position
        | . | B3 | R2 | B4 | . |
      And Blue's rack is Roxy
      When Blue places Roxy on base 3
      Then the move is illegal because connected
      And Blue may place Roxy on exactly bases 1 and 2

    @place-connected
    Scenario: A path that is cut does not reach the enemy H.Q. either
      Given the position
        | . | B3 | R2 | B4 | . |
      And Blue's rack is Roxy
      Then Blue may not place Roxy on the Red H.Q. because connected

    @place-top-counts @place-connected
    Scenario: An own troop that lies under an enemy troop does not connect
      Given the position
        | . | B3 | R2 over B7 | . | . |
      And Blue's rack is Skully
      Then Blue may place Skully on exactly base 1

    @place-top-counts @place-connected
    Scenario: An own troop on top of an enemy troop does
      Given the position
        | . | B3 | B7 over R2 | . | . |
      And Blue's rack is Skully
      Then Blue may place Skully on exactly bases 1, 2 and 3

  Rule: Connection follows the paths and nothing else

    @place-connected
    Scenario: Where no path is printed, neighbours are not connected
      Given the terrain
        | B-HQ | 1 | 2 | R-HQ |
        |      | 3 | 4 |      |
      And there is no path between base 1 and base 2
      And the position
        | . | B3 | . | . |
        |   | .  | . |   |
      And Blue's rack is Roxy
      Then Blue may place Roxy on exactly bases 1 and 3
      And Blue may not place Roxy on base 2 because connected

    @place-connected
    Scenario: A path that is printed connects what lies apart
      Given the terrain
        | B-HQ | 1 | 2 | R-HQ |
        |      | 3 | 4 |      |
      And there is a path between base 1 and base 4
      And the position
        | . | B3 | . | . |
        |   | .  | . |   |
      And Blue's rack is Roxy
      Then Blue may place Roxy on exactly bases 1, 2, 3 and 4

    @place-connected
    Scenario: No path runs through an H.Q.
      Given the terrain
        | B-HQ | 1 | R-HQ |
        | 2    | 3 | 4    |
      And there is no path between base 1 and base 3
      And the position
        | . | B3 | . |
        | . | .  | . |
      And Blue's rack is Skully
      Then Blue may place Skully on exactly bases 1 and 2 and the Red H.Q.
      And Blue may not place Skully on base 4 because connected

    @place-connected
    Scenario: Of several own H.Q.s any will do
      Given the terrain "tropical-pool"
      And Blue's rack is Roxy
      Then Blue may place Roxy on exactly bases 1 and 3

    @place-connected @place-enemy-hq @turn-one-action
    Scenario: Base by base to the enemy H.Q., a turn for each
      Given the terrain "castle-field"
      And Blue's rack is Roxy, Roxy, Hook, Hook, Kwak, Kwak
      And Red's rack is Star, Hook
      When these moves are played
        | player | move          |
        | Blue   | place roxy 2  |
        | Red    | draw          |
        | Blue   | place roxy 4  |
        | Red    | draw          |
        | Blue   | place hook 9  |
        | Red    | draw          |
        | Blue   | place kwak 13 |
        | Red    | place star 14 |
        | Red    | pass          |
        | Blue   | place kwak 15 |
        | Red    | place hook 13 |
      Then Red occupies base 13
      And Blue may not place Hook on the Red H.Q. because connected
