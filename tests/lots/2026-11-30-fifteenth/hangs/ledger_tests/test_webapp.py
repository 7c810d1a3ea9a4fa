import pytest


def test_move(client):
    answer = client.post("/moves", json={"from": "till", "to": "bank", "amount": "20.50"})
    assert answer.status_code == 201
    assert client.get("/accounts/till").json["amount"] == "479.50"


def test_too_much(client):
    answer = client.post("/moves", json={"from": "till", "to": "bank", "amount": "9000"})
    assert answer.status_code == 409


def test_unknown_account(client):
    with pytest.raises(KeyError):
        client.get("/accounts/safe")


def test_total(client):
    assert client.get("/total").json == {"total": "1700.00"}
