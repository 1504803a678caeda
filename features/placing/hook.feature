Feature: Hook's licence

  Hook may be placed on a base without connection.

  Rule: On bases Hook needs no connection

    @place-hook @effect-hook
    Scenario: On an empty board Hook may go to every base, but to no H.Q.
      Given the terrain "castle-field"
      And Blue's rack is Hook
      Then Blue may place Hook on exactly bases 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and 15

    @place-hook @effect-hook
    Scenario: Hook lands behind the enemy's lines
      Given the terrain "castle-field"
      And the stack on base 14 is Red Jumbo
      And Blue's rack is Hook
      When Blue places Hook on base 14
      Then the move is legal
      And the ruling cites place-hook
      And no choice is pending

    @place-hook
    Scenario: Strength still applies to Hook
      Given the terrain "castle-field"
      And the stack on base 14 is Red XB-42
      And Blue's rack is Hook
      When Blue places Hook on base 14
      Then the move is illegal because covers

    @place-hook @place-connected
    Scenario: Nobody else has that licence
      Given the terrain "castle-field"
      And Blue's rack is Roxy
      Then Blue may not place Roxy on base 14 because connected

  Rule: An H.Q. is not a base

    @place-hook-hq
    Scenario: Hook may not enter an H.Q. without connection
      Given the terrain "castle-field"
      And the stack on base 14 is Blue Star
      And Blue's rack is Hook
      When Blue places Hook on the Red H.Q.
      Then the move is illegal because connected
      And the ruling cites place-hook-hq

    @place-hook-hq @place-enemy-hq
    Scenario: With the connection Hook may enter it like everyone
      Given the terrain
        | B-HQ | 1 | 2 | R-HQ |
        |      | 3 |   |      |
      And the position
        | . | B3 | B2 | . |
        |   | .  |    |   |
      And Blue's rack is Hook
      When Blue places Hook on the Red H.Q.
      Then Blue wins by hq
