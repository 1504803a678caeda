Feature: Lines that are nothing

  Scenario: A line between steps
    Given the terrain "castle-field"
    and so on
    Then Blue can still act
    | a table below a check |
    qwertz
