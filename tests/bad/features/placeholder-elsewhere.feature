Feature: Placeholders outside the steps of an outline

  Background:
    Given the terrain "<terrain>"

  Scenario Outline: The <plyer> draws
    Given it is <player>'s turn
    When <player> draws
    Then the move is legal

    Examples:
      | player | player |
      | Blue   | Red    |

  Scenario: A plain scenario with <angles>
    When Blue draws
    Then the move is legal
