Feature: TITLE

  # A scenario sets something up, lets somebody act, and says what follows.
  # `toybattle steps` lists every step there is.

  Scenario: Who draws, draws one troop
    Given the variant "NAME"
    And the terrain "castle-field"
    And Blue's rack is empty
    And Blue's reserve, next troop first, is Roxy, Hook
    When Blue draws
    Then Blue's rack is now Roxy
