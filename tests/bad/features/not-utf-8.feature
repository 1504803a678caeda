Feature: Not UTF-8

  Scenario: Höhe
    Given the terrain "castle-field"
