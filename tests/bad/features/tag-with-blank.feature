Feature: A tag with a blank

  @medal kept
  Scenario: A tag with a blank
    Given the terrain "castle-field"
    Then Blue can still act
