Feature: TITLE

  # A scenario sets something up, lets somebody act, and says what follows.
  # `toybattle steps` lists every step there is.

  Background:
    Given the terrain "castle-field"
    And the special bases
      | base | kind |
      | 1    | NAME |
    And Blue's rack is Roxy
    And Blue's reserve, next troop first, is Roxy

  Scenario: Who places a troop there may draw
    When Blue places Roxy on base 1
    Then Blue has to answer NAME
    When Blue plays "draw"
    Then Blue's rack is now Roxy

  Scenario: Nobody has to
    When Blue places Roxy on base 1
    And Blue declines
    Then Blue's rack is now empty
    And Red is to move
