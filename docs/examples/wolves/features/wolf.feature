Feature: Wolves

  Rule: A wolf is as strong as those next to it make it

    Scenario: Alone it covers nobody
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

  Rule: It is so strong when it is attacked, too

    Scenario: A wolf with two friends beside it is covered by 6, not by 5
      Given the terrain "castle-field"
      And the stack on base 7 is Blue Wolf
      And the stack on base 3 is Blue Skully
      And the stack on base 10 is Blue Skully
      And the stack on base 12 is Red Skully
      And the stack on base 14 is Red Skully
      And Red's rack is XB-42, Star
      And it is Red's turn
      Then Red may not place XB-42 on base 7 because covers
      And Red may place Star on exactly bases 7, 8, 10, 12, 14 and 15

    Scenario: A buried troop is no friend
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 5 is Blue Skully, Red Skully
      And the stack on base 3 is Red Jumbo
      And Blue's rack is Wolf
      Then Blue may not place Wolf on base 3 because covers
