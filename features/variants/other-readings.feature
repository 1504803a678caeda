Feature: The other readings of what is open or disputed

  Each is a variant, and acts only where it is named.

  @both-objectives
  Scenario: When one shove brings both players to their objective the other player wins
    Given the terrain
      | B-HQ | 1 | 2 | 3 | R-HQ |
      |      |   | 4 |   |      |
    And the variant "both-objectives-other"
    And the special bases
      | base | kind  |
      | 1    | shove |
    And the regions
      | region | medals | enclosed by |
      | 1      | 1      | 1, 2        |
      | 2      | 1      | 3           |
      | 3      | 1      | 4           |
    And Blue wins with 1 medal
    And Red wins with 1 medal
    And the position
      | . | . | R3 over B2 | . | . |
      |   |   | .          |   |   |
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    And Blue chooses base 2 then base 3
    Then Red wins by medals

  @both-objectives @win-medals
  Scenario Outline: Blue takes <blue's> of <blue wins with> and Red <red's> of <red wins with> medals by one shove: <winner> wins
    Given the terrain
      | B-HQ | 1 | 2 | 3 | R-HQ |
      |      |   | 4 |   |      |
    And the variant "both-objectives-other"
    And the special bases
      | base | kind  |
      | 1    | shove |
    And the regions
      | region | medals   | enclosed by |
      | 1      | <blue's> | 1, 2        |
      | 2      | <red's>  | 3           |
      | 3      | 1        | 4           |
    And Blue wins with <blue wins with> medals
    And Red wins with <red wins with> medals
    And the position
      | . | . | R3 over B2 | . | . |
      |   |   | .          |   |   |
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    And Blue chooses base 2 then base 3
    Then <winner> wins by medals

    Examples:
      | blue's | blue wins with | red's | red wins with | winner |
      | 1      | 1              | 2     | 1             | Red    |
      | 2      | 2              | 1     | 3             | Blue   |
      | 1      | 2              | 1     | 1             | Red    |

  @end-both-reserves @end-not-reserves
  Scenario: The game ends when both reserves are empty
    Given the terrain "castle-field"
    And the variant "both-reserves-end"
    And Blue's rack is Roxy
    And Red's rack is Roxy
    And Blue's reserve, next troop first, is Star
    And Red's reserve is empty
    And the medals of region 2 are gone
    And Blue has 1 medal
    When Blue draws
    Then Blue wins by reserves

  @end-both-reserves @end-not-reserves
  Scenario: One empty reserve is not enough
    Given the terrain "castle-field"
    And the variant "both-reserves-end"
    And Blue's rack is Roxy
    And Red's rack is Roxy
    And Blue's reserve is empty
    When Blue places Roxy on base 1
    Then the game goes on

  @end-both-reserves @end-not-reserves
  Scenario: Whoever has most medals wins, also who is about to act
    Given the terrain "castle-field"
    And the variant "both-reserves-end"
    And Blue's rack is Roxy
    And Red's rack is Roxy
    And Blue's reserve, next troop first, is Star
    And Red's reserve is empty
    And the medals of region 2 are gone
    And Red has 1 medal
    When Blue draws
    Then Red wins by reserves

  @end-both-reserves @end-not-reserves
  Scenario: On equal medals it goes to who drew the last troop
    Given the terrain "castle-field"
    And the variant "both-reserves-end"
    And Blue's rack is Roxy
    And Red's rack is Roxy
    And Blue's reserve, next troop first, is Star
    And Red's reserve is empty
    When Blue draws
    Then Blue wins by reserves

  @end-both-reserves @end-stuck
  Scenario: Who can do nothing when both reserves are empty is stuck
    Given the terrain "castle-field"
    And the variant "both-reserves-end"
    And Blue's rack is Roxy
    And Red's rack is empty
    And Blue's reserve, next troop first, is Star
    And Red's reserve is empty
    When Blue draws
    Then Red is stuck
    And Blue wins by stuck

  @objective-at-once
  Scenario: The objective is checked when the action is over
    Given the terrain "castle-field"
    And the variant "objective-at-turn-end"
    And the medals of region 1 are gone
    And the medals of region 8 are gone
    And Blue has 6 medals
    And the stack on base 1 is Blue Kwak
    And the stack on base 3 is Blue Jumbo
    And the stack on base 5 is Blue Star
    And Blue's rack is Skully
    When Blue places Skully on base 7
    Then the game goes on
    And Blue has to answer skully
    When Blue draws
    Then Blue's rack now holds 2 troops
    And Blue wins by medals

  @objective-at-once @win-medals
  Scenario Outline: When the action is over Blue has <blue's> of <blue wins with> and Red <red's> of <red wins with> medals: <winner> wins
    Given the terrain
      | B-HQ | 1 | 2 | 3 | R-HQ |
      |      |   | 4 |   |      |
    And the variant "objective-at-turn-end"
    And the special bases
      | base | kind  |
      | 1    | shove |
    And the regions
      | region | medals   | enclosed by |
      | 1      | <blue's> | 1, 2        |
      | 2      | <red's>  | 3           |
      | 3      | 1        | 4           |
    And Blue wins with <blue wins with> medals
    And Red wins with <red wins with> medals
    And the position
      | . | . | R3 over B2 | . | . |
      |   |   | .          |   |   |
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    And Blue chooses base 2 then base 3
    Then <winner> wins by medals

    Examples:
      | blue's | blue wins with | red's | red wins with | winner |
      | 1      | 1              | 1     | 1             | Blue   |
      | 1      | 3              | 2     | 2             | Red    |
      | 1      | 3              | 2     | 1             | Red    |
      | 2      | 2              | 1     | 3             | Blue   |
      | 2      | 1              | 1     | 3             | Blue   |

  @objective-at-once
  Scenario: Who has fewer medals than the objective plays on
    Given the terrain "castle-field"
    And the variant "objective-at-turn-end"
    And the medals of region 8 are gone
    And Blue has 3 medals
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    Then the game goes on
    And Red is to move

  @shove-here
  Scenario: A troop is not shoved onto the base that acts
    Given the terrain "volcanic-jungle"
    And the variant "shove-elsewhere"
    And the stack on base 1 is Blue Star
    And the stack on base 4 is Blue Jumbo
    And the stack on base 8 is Red Hook
    And Blue's rack is Roxy
    When Blue places Roxy on base 5
    Then Blue may choose exactly base 8 then base 7 and base 8 then base 11
    When Blue declines
    Then Red is to move

  @shove-here @shove-hq
  Scenario: Otherwise a shove is what it was: a neighbour, to a base beside it
    Given the terrain
      | B-HQ | 1 | 2 | R-HQ |
      |      |   | 3 |      |
    And the variant "shove-elsewhere"
    And the special bases
      | base | kind  |
      | 1    | shove |
    And the position
      | . | . | R3 | . |
      |   |   | R2 |   |
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    Then Blue may choose exactly base 2 then base 3
    When Blue declines
    Then Red is to move

  @take-back-owed
  Scenario: A troop that goes back does not lose what its own base owed it
    Given the terrain "castle-field"
    And the variant "take-back-owed"
    And the stack on base 1 is Blue Star
    And the stack on base 3 is Blue Jumbo
    And Blue's rack is Cap'N, Hook
    When Blue places Cap'N on base 5
    And Blue places Hook on base 10
    And Blue chooses base 10
    Then Blue has to answer take-back
    And Blue may choose exactly bases 1, 3 and 5
    When Blue declines
    Then Red is to move

  @take-back-same-base
  Scenario: The upper of two troops on one take-back base may be returned
    Given the terrain "castle-field"
    And the variant "take-back-same-base"
    And the stack on base 3 is Blue Jumbo
    And the stack on base 1 is Blue Star
    And Blue's rack is Cap'N, Roxy
    When Blue places Cap'N on base 5
    And Blue places Roxy on base 5
    Then Blue has to answer take-back
    And Blue may choose exactly bases 1, 3 and 5
    When Blue chooses base 5
    Then the top troop on base 5 is Blue Cap'N
    And Blue's rack is now Roxy

  @take-back-same-base
  Scenario: Each of the two effects leaves out the troop it is owed to
    Given the terrain "castle-field"
    And the variant "take-back-same-base"
    And the stack on base 1 is Blue Star
    And the stack on base 2 is Red Hook
    And the stack on base 3 is Blue Jumbo
    And Blue's rack is Cap'N, Roxy
    When Blue places Cap'N on base 5
    And Blue places Roxy on base 5
    Then Blue may choose exactly bases 1, 3 and 5
    When Blue declines
    Then Blue has to answer take-back
    And Blue may choose exactly bases 1 and 3
    When Blue declines
    Then Red is to move
