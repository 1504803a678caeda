Feature: The game as it is printed

  # A scenario sets something up, lets somebody act, and says what follows.
  # `toybattle steps` lists every step there is; `toybattle new scenario NAME` begins another file.

  Scenario: Who begins may place next to the own H.Q.
    Given the terrain "castle-field"
    And Blue's rack is Roxy
    When Blue places Roxy on base 1
    Then Blue occupies base 1
    And Red is to move
