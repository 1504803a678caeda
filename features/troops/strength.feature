Feature: Strength

  Seven kinds have a strength from 1 to 7, printed on the troop; Kwak, the joker, has none.

  Rule: Each kind covers the one below it, and is covered by the one above it

    Scenario Outline: <above>, with strength <more>, covers <below>, with <less>, and not the other way round
      Given the terrain "castle-field"
      And the stack on base 1 is Red <below>
      And the stack on base 2 is Red <above>
      And Blue's rack is <above>, <below>
      Then Blue may place <above> on exactly base 1
      And Blue may not place <above> on base 2 because covers
      And Blue may not place <below> on base 2 because covers
      And Blue may not place <below> on base 1 because covers

      @effect-skully @effect-capn
      Examples:
        | below  | less | above | more |
        | Skully | 1    | Cap'N | 2    |

      @effect-capn @effect-jumbo
      Examples:
        | below | less | above | more |
        | Cap'N | 2    | Jumbo | 3    |

      @effect-jumbo
      Examples:
        | below | less | above | more |
        | Jumbo | 3    | XB-42 | 5    |

      @effect-xb42 @effect-star
      Examples:
        | below | less | above | more |
        | XB-42 | 5    | Star  | 6    |

      @effect-star @effect-roxy
      Examples:
        | below | less | above | more |
        | Star  | 6    | Roxy  | 7    |

  Rule: Hook's strength

    @effect-hook @effect-xb42
    Scenario: Hook covers Jumbo and is too weak for XB-42
      Given the terrain "castle-field"
      And the stack on base 1 is Red Jumbo
      And the stack on base 2 is Red XB-42
      And Blue's rack is Hook
      When Blue places Hook on base 2
      Then the move is illegal because covers
      When Blue places Hook on base 1
      Then the top troop on base 1 is Blue Hook

    @effect-hook @effect-xb42
    Scenario: XB-42 covers Hook, and Jumbo does not
      Given the terrain "castle-field"
      And the stack on base 1 is Red Hook
      And Blue's rack is XB-42, Jumbo
      Then Blue may not place Jumbo on base 1 because covers
      And Blue may place XB-42 on exactly bases 1 and 2

  Rule: The joker

    @effect-kwak @place-kwak-covered
    Scenario: Kwak's strength is none, so that it stops nobody
      Given the terrain "castle-field"
      And the stack on base 1 is Red Kwak
      And Blue's rack is Skully, Roxy
      Then Blue may place Skully on exactly bases 1 and 2
      And Blue may place Roxy on exactly bases 1 and 2

    @effect-kwak @base-gate
    Scenario: A gate admits Kwak without a number for it
      Given the terrain "tropical-pool"
      And the stack on base 1 is Blue Roxy
      And Blue's rack is Kwak, Roxy
      Then Blue may place Kwak on exactly bases 1, 2 and 3
      And Blue may not place Roxy on base 2 because gate
