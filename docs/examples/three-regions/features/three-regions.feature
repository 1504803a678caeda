Feature: The short game

  Rule: Three regions win, whatever they pay

    Scenario: The third region wins
      Given the variant "three-regions"
      And the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 3 is Blue Star
      And the stack on base 5 is Blue Jumbo
      And the stack on base 8 is Blue Cap'N
      And the stack on base 10 is Blue Cap'N
      And the stack on base 12 is Blue Hook
      And Blue's rack is Roxy
      When Blue places Roxy on base 7
      Then Blue collects 1 medal from region 2
      And Blue collects 2 medals from region 4
      And Blue collects 1 medal from region 6
      And Blue wins by regions

    Scenario: Two regions do not
      Given the variant "three-regions"
      And the terrain "castle-field"
      And the stack on base 1 is Blue Skully
      And the stack on base 3 is Blue Star
      And the stack on base 5 is Blue Jumbo
      And the stack on base 8 is Blue Cap'N
      And the stack on base 12 is Blue Hook
      And Blue's rack is Roxy
      When Blue places Roxy on base 7
      Then Blue now has 3 medals
      And the game goes on

    Scenario: Seven medals alone win nothing
      Given the variant "three-regions"
      And the terrain "castle-field"
      And Blue's rack is Roxy
      And Blue has 7 medals
      When Blue places Roxy on base 1
      Then the game goes on

  Rule: A rack holds six troops

    Scenario: Six troops are a full rack
      Given the variant "three-regions"
      And the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo
      Then Blue may not draw because space

    Scenario: Without the variant there is room for two more
      Given the terrain "castle-field"
      And Blue's rack is Skully, Skully, Cap'N, Cap'N, Jumbo, Jumbo
      Then Blue may draw
