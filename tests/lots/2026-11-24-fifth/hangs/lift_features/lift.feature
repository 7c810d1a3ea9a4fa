Feature: The lift

  Scenario: It comes when it is called
    Given a lift of 4 floors
    When somebody calls it to floor 2
    Then it is at floor 2

  Scenario: It goes to the top
    Given a lift of 4 floors
    When somebody calls it to floor 4
    Then it is at floor 4
