Feature: A column
  Scenario Outline: A draw by <who(first)>
    Given the terrain "castle-field"
    Then <who(first)> may draw

    Examples:
      | who(first) |
      | Blue       |
