Feature: Bread

  Scenario: Loaves come out of the oven
    Given an oven with 4 loaves
    When the bell has rung
    Then there are 4 loaves on the shelf

  Scenario: An empty oven
    Given an oven with 0 loaves
    When the bell has rung
    Then there are 0 loaves on the shelf
