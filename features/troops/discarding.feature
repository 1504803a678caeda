Feature: Effects that discard

  Rule: Jumbo may discard an enemy troop one section of path away

    @effect-jumbo
    Scenario: Jumbo reaches the enemies next to it and no others
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Star
      And the stack on base 5 is Red Roxy
      And the stack on base 7 is Red Hook
      And the stack on base 12 is Red Skully
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 3
      Then Blue has to answer jumbo
      And Blue may choose exactly bases 5 and 7
      When Blue chooses base 5
      Then base 5 is empty
      And Red's discard is now Roxy
      And Red is to move

    @effect-jumbo @effects-optional
    Scenario: Jumbo's player may decline
      Given the terrain "castle-field"
      And the stack on base 3 is Red Roxy
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 1
      And Blue declines
      Then the top troop on base 3 is Red Roxy
      And Red is to move

    @effect-jumbo
    Scenario: Without an enemy next to it nothing is asked
      Given the terrain "castle-field"
      And the stack on base 3 is Blue Roxy
      And the stack on base 8 is Red Roxy
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 1
      Then jumbo is not offered
      And Red is to move

    @effect-jumbo @place-top-counts
    Scenario: Only the top of a stack is discarded
      Given the terrain "castle-field"
      And the stack on base 3 is Red Skully, Red Roxy
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 1
      And Blue chooses base 3
      Then the top troop on base 3 is Red Skully
      And Red's discard is now Roxy

    @effect-jumbo
    Scenario: An enemy that lies under an own troop is not visible
      Given the terrain "castle-field"
      And the stack on base 3 is Red Skully, Blue Roxy
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 1
      Then jumbo is not offered

    @jumbo-reveal @medal-any-change
    Scenario: A troop that Jumbo uncovers occupies its base at once
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Roxy
      And the stack on base 5 is Blue Hook
      And the stack on base 7 is Blue Star, Red Skully
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 3
      Then no medals are collected
      When Blue chooses base 7
      Then the top troop on base 7 is Blue Star
      And Blue collects 1 medal from region 2
      And Blue now has 1 medal

    @jumbo-reveal
    Scenario: The effect of a troop that Jumbo uncovers is not applied
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Roxy
      And the stack on base 7 is Blue Star, Red Skully
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 3
      And Blue chooses base 7
      Then star is not offered
      And no choice is pending
      And Red is to move

    @jumbo-reveal @medal-buried
    Scenario: Where the enemy has another troop below, nothing changes hands
      Given the terrain "castle-field"
      And the stack on base 1 is Blue Roxy
      And the stack on base 5 is Blue Hook
      And the stack on base 7 is Red Kwak, Red Skully
      And Blue's rack is Jumbo
      When Blue places Jumbo on base 3
      And Blue chooses base 7
      Then the top troop on base 7 is Red Kwak
      And no medals are collected

  Rule: XB-42 may discard a random troop of the enemy rack

    @effect-xb42
    Scenario: Chance picks the troop that XB-42 discards
      Given the terrain "castle-field"
      And Blue's rack is XB-42
      And Red's rack is Hook, Star
      When Blue places XB-42 on base 1
      Then Blue has to answer xb-42
      When Blue chooses Red's rack
      And chance picks Hook
      Then Red's rack is now Star
      And Red's discard is now Hook
      And Red is to move

    @effect-xb42 @effects-optional
    Scenario: XB-42's player may decline
      Given the terrain "castle-field"
      And Blue's rack is XB-42
      And Red's rack is Hook, Star
      When Blue places XB-42 on base 1
      And Blue declines
      Then Red's rack now holds 2 troops
      And Red's discard now holds 0 troops

    @xb42-empty
    Scenario: Against an empty rack XB-42 does nothing
      Given the terrain "castle-field"
      And Blue's rack is XB-42
      And Red's rack is empty
      When Blue places XB-42 on base 1
      Then the move is legal
      And xb-42 is not offered
      And Red is to move

    @xb42-pinned
    Scenario: XB-42 may hit a pinned troop
      Given the terrain "battlefield"
      And Blue's rack is XB-42
      And Red's rack is Hook, Star
      And Hook on Red's rack is pinned
      When Blue places XB-42 on base 1
      And Blue chooses Red's rack
      And chance picks pinned Hook
      Then Red's rack is now Star
      And Red's discard is now Hook
