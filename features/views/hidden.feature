Feature: What players may know

  @discards-public @setup-army
  Scenario: A player sees their own rack and only the size of the other
    Given the terrain "castle-field"
    And Blue's rack is Star, Roxy
    And Red's rack is Hook, Kwak, Skully
    Then Blue sees Star on Blue's rack
    And Blue sees 0 unknown troops on Blue's rack
    And Blue sees 3 unknown troops on Red's rack
    And Red sees 2 unknown troops on Blue's rack

  @stacks-public
  Scenario: Both players may look through every stack
    Given the terrain "castle-field"
    And the stack on base 7 is Blue Star, Red Roxy
    And Blue's rack is Hook
    Then Red sees Star on base 7
    And Blue sees Star on base 7
    And Blue sees Roxy on base 7

  @discards-public
  Scenario: A troop that goes to the discard is known to both
    Given the terrain "castle-field"
    And Blue's rack is XB-42
    And Red's rack is Hook, Star
    When Blue places XB-42 on base 1
    And Blue chooses Red's rack
    And chance picks Hook
    Then Red's discard is now Hook
    And Blue sees 1 unknown troop on Red's rack
