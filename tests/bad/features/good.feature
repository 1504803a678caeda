Feature: A good feature beside the broken ones

  The faults of other files do not hide it, and prose may begin with The or When written small.

  @place-own-hq
  Scenario: A troop may not go on its own H.Q.
    Given the terrain "castle-field"
    And Blue's rack is Star
    When Blue places Star on the Blue H.Q.
    Then the move is illegal because own-hq
