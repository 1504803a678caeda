Feature: Wolves

  Rule: A wolf is as strong as those next to it make it

    Scenario: Alone it covers nobody who is not weaker than 1
      Given the terrain "castle-field"
      And the stack on base 1 is Red Skully
      And Blue's rack is Wolf
      Then Blue may not place Wolf on base 1 because covers

    Scenario: With one own troop next to the place it has strength 3
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 3 is Red Cap'N
      And Blue's rack is Wolf
      When Blue places Wolf on base 3
      Then the move is legal

    Scenario: Strength 3 does not cover strength 3
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 3 is Red Jumbo
      And Blue's rack is Wolf
      Then Blue may not place Wolf on base 3 because covers

    Scenario: Two neighbours make it 5
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 5 is Blue Skully
      And the stack on base 3 is Red Hook
      And Blue's rack is Wolf
      When Blue places Wolf on base 3
      Then the move is legal

  Rule: The pack holds what it stands on

    Scenario: A wolf with two friends beside it is not covered by strength 5
      Given the terrain "castle-field"
      And the stack on base 3 is Red Star
      And the stack on base 7 is Blue Wolf
      And the stack on base 5 is Blue Skully
      And the stack on base 12 is Blue Skully
      And the stack on base 14 is Red Skully
      And the stack on base 10 is Red Skully
      And Red's rack is XB-42, Star
      And it is Red's turn
      Then Red may not place XB-42 on base 12 because connected

    Scenario: A buried troop is no friend
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 5 is Blue Skully, Red Skully
      And the stack on base 3 is Red Jumbo
      And Blue's rack is Wolf
      Then Blue may not place Wolf on base 3 because covers
