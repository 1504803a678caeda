Feature: Stacks

  @place-top-counts @stacks-public
  Scenario: A troop that covers another lies on top of it
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      | 3 | 4 |      |
    And the position
      | . | B3 | R2 over B7 | . |
      |   | .  | R6         |   |
    And Blue's rack is Roxy
    When Blue places Roxy on base 2
    Then the position is
      | . | B3 | B7 over R2 over B7 | . |
      |   | .  | R6                 |   |

  @effect-jumbo @place-top-counts
  Scenario: A discard takes the top troop away and leaves what lay below
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      | 3 | 4 |      |
    And the position
      | . | .  | R2 over B7 | . |
      |   | .  | R6         |   |
    And Blue's rack is Jumbo
    When Blue plays "place jumbo 1"
    And Blue plays "discard 2"
    Then the position is
      | . | B3 | B7 | . |
      |   | .  | R6 |   |
    And Red's discard is now Cap'N

  @base-shove @place-top-counts
  Scenario: A shove takes the top troop away and puts it on top elsewhere
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      | 3 | 4 |      |
    And the special bases
      | base | kind  |
      | 1    | shove |
    And the position
      | . | .  | RKwak over B7 | . |
      |   | .  | R6            |   |
    And Blue's rack is Hook
    When Blue plays "place hook 1"
    And Blue plays "move 2 4"
    Then the position is
      | . | B4 | B7            | . |
      |   | .  | RKwak over R6 |   |

  @base-take-back
  Scenario: A take-back takes the top troop away and leaves what lay below
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      | 3 | 4 |      |
    And the special bases
      | base | kind      |
      | 3    | take-back |
    And the position
      | . | B3 over R2 | . | . |
      |   | .          | . |   |
    And Blue's rack is Hook
    When Blue plays "place hook 3"
    And Blue plays "return 1"
    Then the position is
      | . | R2 | . | . |
      |   | B4 | . |   |
    And Blue's rack is now Jumbo
