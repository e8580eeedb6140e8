"""Health, the description and the reference."""

from __future__ import annotations

import json

import pytest
import yaml
from django.db import connections
from django.test import Client

from tests.api.cast import Caller, body_of, refused


@pytest.mark.parametrize("slash", ["", "/"])
def test_the_process_says_that_it_lives_without_a_database(nobody: Caller, slash: str) -> None:
    assert body_of(nobody.get("health/live" + slash)) == {"status": "live"}


@pytest.mark.parametrize("slash", ["", "/"])
def test_it_is_ready_once_the_database_answers(nobody: Caller, slash: str, db: None) -> None:
    told = body_of(nobody.get("health/ready" + slash))

    assert told["status"] == "ready"
    assert "star-wars" in told["editions"]


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_while_the_database_does_not(nobody: Caller) -> None:
    connection = connections["default"]
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = "/nowhere/at/all.sqlite3"
    try:
        response = nobody.get("health/ready/")
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
    refused(response, 503, "not_ready")
    assert response["Retry-After"] == "5"


def test_the_description_is_served_as_it_is_committed(nobody: Caller) -> None:
    response = nobody.get("schema/")

    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/vnd.oai.openapi")
    described = yaml.safe_load(response.content)
    assert described["openapi"] == "3.1.1"
    as_json = json.loads(nobody.get("schema/?format=json").content)
    assert as_json["paths"].keys() == described["paths"].keys()


def test_the_reference_is_a_page_that_needs_nobody_elses_files(db: None) -> None:
    page = Client().get("/api/v1/docs/")
    script = Client().get("/api/v1/docs/?script=")

    text = page.content.decode()
    assert page.status_code == script.status_code == 200
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text
    assert "<script>" not in text
    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert script["Content-Type"].startswith("application/javascript")
    for address in ("swagger-ui-dist/swagger-ui-bundle.js", "swagger-ui-dist/swagger-ui.css"):
        file = Client().get(f"/static/drf_spectacular_sidecar/{address}")
        assert file.status_code == 200
        file.close()
