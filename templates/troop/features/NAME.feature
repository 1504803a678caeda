Feature: TITLE

  # A scenario sets something up, lets somebody act, and says what follows.
  # `toybattle steps` lists every step there is.

  Background:
    Given the terrain "castle-field"
    And Blue's rack is TITLE
    And Blue's reserve, next troop first, is Roxy

  Scenario: Who places it may draw
    When Blue places TITLE on base 1
    Then Blue has to answer NAME
    When Blue plays "draw"
    Then Blue's rack is now Roxy

  Scenario: Strength 4 does not cover strength 7
    Given the stack on base 1 is Red Roxy
    Then Blue may not place TITLE on base 1 because covers
