Feature: Harvest

    Scenario: Four workers and a narrow cart
        Given a field with 6 rows
        When 4 workers start, who load for 6 seconds
        Then 6 baskets lie on the cart in the evening

    Scenario: Rain
        Given a field with 3 rows
        When 2 workers start, who load for 9 seconds
        And it rains for 4 seconds
        Then 3 baskets lie on the cart in the evening
