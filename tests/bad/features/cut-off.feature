Feature: A file that ends too early

  Scenario: A text block without its end
    Given the terrain "castle-field"
      """
      and no end
