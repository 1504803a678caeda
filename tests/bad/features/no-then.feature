Feature: Scenarios that check nothing

  @medal-kept
  Scenario: Nothing is checked here
    Given the terrain "castle-field"
    When Blue draws

  Scenario: Nothing at all is here

  Scenario: Here something is
    Given the terrain "castle-field"
    Then Blue can still act
