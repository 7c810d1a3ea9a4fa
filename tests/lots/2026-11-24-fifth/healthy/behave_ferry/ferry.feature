Feature: The ferry

  Scenario: It crosses
    Given a ferry of 3 cars
    When 9 cars wait
    Then all of them get across
