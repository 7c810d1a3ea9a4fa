*** Settings ***
Library           OvenLibrary.py

*** Test Cases ***
The oven gets warm
    Heat To    600

The oven cools down
    Sleep    2 minutes
