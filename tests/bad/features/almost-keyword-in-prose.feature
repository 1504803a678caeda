Feature: The same where Gherkin says nothing at all

  Scenario: A misspelt step right below the title
    Gven the terrain "castle-field"
    given the terrain "castle-field"
    the terrain "castle-field"
    Adn it is Blue's turn
    The terrain does not matter here, and this is prose.
    Then Blue can still act
