Feature: Placeholders and columns that do not meet

  Scenario Outline: A placeholder that no column provides
    Given the terrain "<terain>"
    And it is <player>'s turn
    Then <player> can still act

    Examples:
      | terrain      | player |
      | castle-field | Blue   |

  Scenario Outline: An outline with a header and no rows
    Given the terrain "<terrain>"
    Then Blue can still act

    Examples:
      | terrain |

  Scenario Outline: An outline without examples
    Given the terrain "castle-field"
    Then Blue can still act

  Scenario: A placeholder in a plain scenario
    Given the terrain "<terrain>"
    Then Blue can still act
