Feature: TITLE

  # `Given` sets something up; whatever is not named has its default.
  # `When` lets somebody act, and `Then` says what follows.
  # `toybattle steps` lists every step there is, `toybattle scenario` writes a position as steps.

  Scenario: A troop covers a weaker one
    Given the terrain "castle-field"
    And the stack on base 1 is Red Skully
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    Then Blue occupies base 1

  Scenario: It does not cover one as strong
    Given the terrain "castle-field"
    And the stack on base 1 is Red Roxy
    And Blue's rack is Roxy
    # A refusal names its reason, the label of the rule: `toybattle legal POSITION MOVE` tells it.
    Then Blue may not place Roxy on base 1 because covers
