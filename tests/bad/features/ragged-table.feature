Feature: A table whose rows differ

  Scenario: One cell too many
    Given the terrain
      | B-HQ | 1 | R-HQ |
      | 2 | 3 |
    Then Blue can still act
