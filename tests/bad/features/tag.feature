Feature: Tags that name nothing

  @medal-keept @medal-kept
  Scenario: A misspelt tag
    Given the terrain "castle-field"
    Then Blue can still act
