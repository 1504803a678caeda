Feature: Covering what lies there

  A troop may cover any own troop, and an enemy troop that is weaker.

  Rule: Strength decides, and must be higher

    @place-empty-own-weaker
    Scenario Outline: <above> covers the weaker enemy <below>
      Given the terrain "castle-field"
      And the stack on base 1 is Red <below>
      And Blue's rack is <above>
      When Blue places <above> on base 1
      Then the move is legal
      And the top troop on base 1 is Blue <above>

      Examples:
        | below  | above |
        | Skully | Cap'N |
        | Jumbo  | Hook  |
        | Star   | Roxy  |

    @place-empty-own-weaker
    Scenario Outline: <above> does not cover the stronger enemy <below>
      Given the terrain "castle-field"
      And the stack on base 1 is Red <below>
      And Blue's rack is <above>
      When Blue places <above> on base 1
      Then the move is illegal because covers
      And the ruling cites place-empty-own-weaker

      Examples:
        | below | above  |
        | Cap'N | Skully |
        | Hook  | Jumbo  |
        | XB-42 | Hook   |
        | Roxy  | Star   |

    @place-equal
    Scenario Outline: Two troops of strength <strength> do not cover each other
      Given the terrain "castle-field"
      And the stack on base 1 is Red <strength>
      And Blue's rack is <strength>
      When Blue places <strength> on base 1
      Then the move is illegal because covers
      And the ruling cites place-equal

      Examples:
        | strength |
        | 1        |
        | 2        |
        | 3        |
        | 4        |
        | 5        |
        | 6        |
        | 7        |

    @place-empty-own-weaker
    Scenario: A weaker troop may cover a stronger one of its own
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Roxy
      And Blue's rack is Hook
      When Blue places Hook on base 1
      Then the move is legal
      And the top troop on base 1 is Blue Hook

    @place-empty-own-weaker
    Scenario: An empty base takes any troop
      Given the terrain "castle-field"
      And Blue's rack is Hook
      When Blue places Hook on base 2
      Then the move is legal

  Rule: Only the top of a stack counts

    @place-top-counts
    Scenario: A strong troop below a weak one does not defend
      Given the terrain "castle-field"
      And the stack on base 1 is Red Roxy, Red Skully
      And Blue's rack is Hook
      When Blue places Hook on base 1
      Then the move is legal

    @place-top-counts
    Scenario: A weak troop below a strong one does not help
      Given the terrain "castle-field"
      And the stack on base 1 is Red Skully, Red Roxy
      And Blue's rack is Hook
      Then Blue may not place Hook on base 1 because covers

  Rule: Kwak covers every troop, and every troop covers Kwak

    @place-kwak-covers @effect-kwak
    Scenario Outline: Kwak covers the enemy <below>
      Given the terrain "castle-field"
      And the stack on base 1 is Red <below>
      And Blue's rack is Kwak
      When Blue places Kwak on base 1
      Then the move is legal
      And no choice is pending

      Examples:
        | below  |
        | Skully |
        | Roxy   |

    @place-kwak-covers
    Scenario: No other troop covers a stronger one
      Given the terrain "castle-field"
      And the stack on base 1 is Red Roxy
      And Blue's rack is Kwak, Star
      Then Blue may place Kwak on exactly bases 1 and 2
      And Blue may not place Star on base 1 because covers

    @place-kwak-covered
    Scenario Outline: <above> covers the enemy Kwak
      Given the terrain "castle-field"
      And the stack on base 1 is Red Kwak
      And Blue's rack is <above>
      When Blue places <above> on base 1
      Then the move is legal
      And the top troop on base 1 is Blue <above>

      Examples:
        | above |
        | Hook  |
        | Roxy  |

    @place-kwak-covered @effect-skully
    Scenario: Even the weakest troop covers Kwak
      Given the terrain "castle-field"
      And the stack on base 1 is Red Kwak
      And Blue's rack is Skully
      Then Blue may place Skully on exactly bases 1 and 2

    @place-kwak-covered @place-top-counts
    Scenario: A Kwak further down does not make the stack easier to cover
      Given the terrain "castle-field"
      And the stack on base 1 is Red Kwak, Red Roxy
      And Blue's rack is Star
      Then Blue may not place Star on base 1 because covers

    @place-kwak-covers @place-kwak-covered
    Scenario: Kwak covers Kwak
      Given the terrain "castle-field"
      And the stack on base 1 is Red Kwak
      And Blue's rack is Kwak
      When Blue places Kwak on base 1
      Then the move is legal

    @place-kwak-covers @place-connected
    Scenario: Kwak needs the connection like everyone
      Given the terrain "castle-field"
      And the stack on base 7 is Red Skully
      And Blue's rack is Kwak
      Then Blue may not place Kwak on base 7 because connected
