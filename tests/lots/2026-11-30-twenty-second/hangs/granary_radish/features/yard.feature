Feature: The yard of the granary

    Scenario: One lorry and one mill
        Given a silo with room for 20 tons
        When mill Anna asks for 8 tons
        And lorry north brings 10 tons
        Then all of them get away, and 2 tons are left

    Scenario: A large mill waits first
        Given a silo with room for 20 tons
        And 4 tons lie in it
        When mill Berta asks for 18 tons
        And mill Clara asks for 6 tons
        And lorry south brings 3 tons
        And lorry west brings 12 tons
        Then all of them get away, and 0 tons are left
