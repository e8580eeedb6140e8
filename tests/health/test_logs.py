import json
import logging
from typing import NoReturn

import pytest
import structlog

from talisman_companion.logs import logging_config


@pytest.fixture
def formatted(request: pytest.FixtureRequest) -> logging.Formatter:
    config = logging_config(level="WARNING", as_json=request.param)
    formatter = config["formatters"]["structlog"]
    return structlog.stdlib.ProcessorFormatter(
        processors=formatter["processors"], foreign_pre_chain=formatter["foreign_pre_chain"]
    )


def record_of_a_fault() -> logging.LogRecord:
    def turn_over(hand: str) -> NoReturn:
        raise RuntimeError("the deck is missing")

    try:
        turn_over("lightsaber-" + "unseen")
    except RuntimeError as fault:
        info = (type(fault), fault, fault.__traceback__)
        return logging.LogRecord("api", logging.ERROR, "f.py", 1, "It broke", None, info)


@pytest.mark.parametrize("formatted", [True, False], indirect=True, ids=["json", "console"])
def test_a_fault_is_logged_with_its_place_but_without_what_it_held(
    formatted: logging.Formatter,
) -> None:
    text = formatted.format(record_of_a_fault())
    assert "It broke" in text
    assert "turn_over" in text
    assert "the deck is missing" in text
    assert "lightsaber-unseen" not in text


@pytest.mark.parametrize("formatted", [True], indirect=True)
def test_machines_get_one_object_a_line(formatted: logging.Formatter) -> None:
    text = formatted.format(record_of_a_fault())
    assert "\n" not in text
    event = json.loads(text)
    assert (event["level"], event["logger"]) == ("error", "api")


def test_refusals_are_answers_and_not_logged() -> None:
    assert logging.getLogger("django.request").level == logging.ERROR


@pytest.mark.parametrize("formatted", [True, False], indirect=True, ids=["json", "console"])
def test_the_address_of_a_file_is_logged_without_its_secret(formatted: logging.Formatter) -> None:
    secret = "td_" + "Aa0_-" * 6 + "xx"
    told = ("Service Unavailable: %s", (f"/api/v1/exports/files/{secret}/",))
    text = formatted.format(
        logging.LogRecord("django.request", logging.ERROR, "f.py", 1, *told, None)
    )

    assert secret not in text
    assert "/api/v1/exports/files/td_.../" in text
