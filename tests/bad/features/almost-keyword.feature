Feature: Lines that were meant for steps and titles

  Scenario: A misspelt step right below the title
    Gven the terrain "castle-field"
    Then Blue can still act

  Scenaro: A misspelt title
    Given the terrain "castle-field"
    Then Blue can still act

  Scenario: A step without its keyword
    the terrain "castle-field"
    Then Blue can still act

  Scenario A title without its colon
