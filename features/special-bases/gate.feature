Feature: Gates

  Only troops whose strength is printed on a gate, or Kwak, may be placed there.

  Rule: The printed strengths are admitted

    @base-gate
    Scenario: A gate admits the strengths it shows
      Given the terrain "tropical-pool"
      And the stack on base 1 is Blue Roxy
      And Blue's rack is Skully, Cap'N
      Then Blue may place Skully on exactly bases 1, 2 and 3
      And Blue may place Cap'N on exactly bases 1, 2 and 3

    @base-gate
    Scenario Outline: A gate with 1 and 2 refuses <troop>
      Given the terrain "tropical-pool"
      And the stack on base 1 is Blue Roxy
      And Blue's rack is <troop>
      When Blue places <troop> on base 2
      Then the move is illegal because gate
      And the ruling cites base-gate

      Examples:
        | troop |
        | Jumbo |
        | Hook  |
        | Star  |
        | Roxy  |

    @base-gate
    Scenario: A gate does not make a troop stronger
      Given the terrain "tropical-pool"
      And the stack on base 1 is Blue Roxy
      And the stack on base 2 is Red Cap'N
      And Blue's rack is Skully
      Then Blue may not place Skully on base 2 because covers

    @base-gate @setup-no-specials
    Scenario: Without special bases the gate is open
      Given the terrain "tropical-pool"
      And special bases are off
      And the stack on base 1 is Blue Roxy
      And Blue's rack is Hook
      When Blue places Hook on base 2
      Then the move is legal

    @base-gate
    Scenario: A gate that shows 7 admits the strongest troop
      Given the terrain "la-croisette"
      And Blue's rack is Roxy, Jumbo
      Then Blue may place Roxy on exactly bases 1, 3 and 4
      And Blue may place Jumbo on exactly bases 1 and 3

  Rule: Kwak is printed on every gate

    @kwak-gate
    Scenario: Kwak may enter a gate on a base
      Given the terrain "tropical-pool"
      And the stack on base 1 is Blue Roxy
      And Blue's rack is Kwak
      When Blue places Kwak on base 2
      Then the move is legal
      And the ruling cites kwak-gate

    @kwak-gate
    Scenario: Kwak may enter a gate on an H.Q.
      Given the terrain "tropical-pool"
      And the stack on base 3 is Blue Hook
      And the stack on base 7 is Blue Star
      And the stack on base 11 is Blue Jumbo
      And Blue's rack is Kwak
      When Blue places Kwak on the Red H.Q. 1
      Then the move is legal
      And Blue wins by hq

    @base-gate @kwak-gate
    Scenario: A gate on an H.Q. refuses the others
      Given the terrain "tropical-pool"
      And the stack on base 3 is Blue Hook
      And the stack on base 7 is Blue Star
      And the stack on base 11 is Blue Jumbo
      And Blue's rack is XB-42, Star
      Then Blue may not place XB-42 on the Red H.Q. 1 because gate
      And the ruling cites base-gate
      When Blue places Star on the Red H.Q. 1
      Then Blue wins by hq

    @kwak-gate @place-connected
    Scenario: The gate does not spare Kwak the connection
      Given the terrain "tropical-pool"
      And Blue's rack is Kwak
      Then Blue may not place Kwak on base 2 because connected

  Rule: Hook and gates

    @hook-gate
    Scenario: Hook may enter a gate that shows 4, connected or not
      Given the terrain "tropical-pool"
      And Blue's rack is Hook
      Then Blue may place Hook on exactly bases 1, 3, 4, 5, 6, 8, 9, 10, 11 and 13

    @hook-gate
    Scenario Outline: Hook may not enter the gate on base <base>, which shows no 4
      Given the terrain "tropical-pool"
      And Blue's rack is Hook
      When Blue places Hook on base <base>
      Then the move is illegal because gate

      Examples:
        | base |
        | 2    |
        | 7    |
        | 12   |
