Feature: What players may know

  Rule: Racks, reserves and what was set aside

    @discards-public @setup-army
    Scenario: A player sees their own rack and only the size of the other
      Given the terrain "castle-field"
      And Blue's rack is Star, Roxy
      And Red's rack is Hook, Kwak, Skully
      Then Blue sees Star on Blue's rack
      And Blue sees 0 unknown troops on Blue's rack
      And Blue sees 3 unknown troops on Red's rack
      And Red sees 2 unknown troops on Blue's rack

    @discards-public
    Scenario: Nobody looks into a reserve, not even into their own
      Given the terrain "castle-field"
      And Blue's reserve, next troop first, is Star, Roxy
      And Red's reserve, next troop first, is Hook
      Then Blue sees 2 unknown troops in Blue's reserve
      And Blue sees 1 unknown troop in Red's reserve
      And Red sees 2 unknown troops in Blue's reserve

    @setup-army @discards-public
    Scenario: Nobody knows the troops that were set aside
      Given the terrain "castle-field"
      When a game starts with Blue first
      Then Blue sees 4 unknown troops in Blue's set-aside
      And Red sees 4 unknown troops in Blue's set-aside
      And Blue sees 4 unknown troops in Red's set-aside

  Rule: Discards

    @discards-public
    Scenario: A troop that goes to the discard is known to both
      Given the terrain "castle-field"
      And Blue's rack is XB-42
      And Red's rack is Hook, Star
      When Blue places XB-42 on base 1
      And Blue chooses Red's rack
      And chance picks Hook
      Then Blue sees Hook in Red's discard
      And Red sees Hook in Red's discard
      And Blue sees 1 unknown troop on Red's rack

    @discards-public
    Scenario: The whole discard may be looked through
      Given the terrain "castle-field"
      And Blue's discard is Star, Roxy, Kwak
      Then Red sees Star in Blue's discard
      And Red sees Kwak in Blue's discard
      And Red sees 0 unknown troops in Blue's discard

  Rule: Stacks

    @stacks-public
    Scenario: Both players may look through every stack
      Given the terrain "castle-field"
      And the stack on base 7 is Blue Star, Red Roxy
      And Blue's rack is Hook
      Then Red sees Star on base 7
      And Blue sees Star on base 7
      And Blue sees Roxy on base 7
      And Red sees 0 unknown troops on base 7
