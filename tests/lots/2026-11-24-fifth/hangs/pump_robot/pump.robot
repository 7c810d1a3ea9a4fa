*** Settings ***
Library           PumpLibrary.py
Suite Teardown    Switch Off

*** Test Cases ***
The pump fills the tank
    Switch On
    Fill To    3

The pump stops when it is told to
    Fill To    5
    Switch Off
