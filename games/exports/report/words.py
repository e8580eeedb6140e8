"""Numbers, chances and times as people read them, in the reader's language."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction

from django.utils import timezone
from django.utils.formats import date_format, number_format, time_format
from django.utils.translation import gettext, ngettext

from games.sentences.words import MINUS


def percent(chance: Fraction) -> str:
    """A chance in whole hundredths; what is neither impossible nor certain never looks so.

    >>> percent(Fraction(29, 108)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000))
    ('27\\xa0%', '<1\\xa0%', '>99\\xa0%')
    """
    rounded = round(chance * 100)
    if rounded == 0 and chance:
        return gettext("<1\u00a0%")
    if rounded == 100 and chance != 1:
        return gettext(">99\u00a0%")
    return gettext("{number}\u00a0%").format(number=rounded)


def chance(value: Fraction) -> str:
    """A chance exactly, and in hundredths.

    >>> chance(Fraction(29, 108)), chance(Fraction(1))
    ('29/108 (27\\xa0%)', '1 (100\\xa0%)')
    """
    return gettext("{exact} ({rounded})").format(exact=value, rounded=percent(value))


def decimal(value: Fraction) -> str:
    """A number with as many places as it needs, at most two.

    >>> decimal(Fraction(7, 2)), decimal(Fraction(14)), decimal(Fraction(5, 3)), decimal(Fraction(-1, 3))
    ('3.5', '14', '1.67', '−0.33')
    """
    rounded = round(value, 2)
    places = next(n for n in range(3) if (rounded * 10**n).denominator == 1)
    text = number_format(abs(float(rounded)), decimal_pos=places)
    return f"{MINUS}{text}" if rounded < 0 else text


def signed_decimal(value: Fraction) -> str:
    """A number that says which way it goes.

    >>> signed_decimal(Fraction(3, 2)), signed_decimal(Fraction(0)), signed_decimal(Fraction(-1))
    ('+1.5', '±0', '−1')
    """
    text = decimal(value)
    if text.strip(MINUS).strip("0.,") == "":
        return "±0"
    return text if value < 0 else f"+{text}"


def lasting(span: timedelta) -> str:
    """How long something took, in hours and minutes.

    >>> lasting(timedelta(hours=3, minutes=1)), lasting(timedelta(seconds=20))
    ('3 hours 1 minute', 'less than a minute')
    """
    minutes = int(span.total_seconds() // 60)
    hours, minutes = divmod(minutes, 60)
    parts = []
    if hours:
        parts.append(ngettext("{hours} hour", "{hours} hours", hours).format(hours=hours))
    if minutes:
        parts.append(
            ngettext("{minutes} minute", "{minutes} minutes", minutes).format(minutes=minutes)
        )
    return " ".join(parts) or gettext("less than a minute")


def day(at: datetime) -> str:
    """The day of a moment."""
    return str(date_format(timezone.localtime(at), "DATE_FORMAT"))


def hour(at: datetime) -> str:
    """The time of day of a moment.

    >>> from datetime import UTC
    >>> hour(datetime(2026, 11, 27, 19, 5, tzinfo=UTC))
    '19:05'
    """
    return str(time_format(timezone.localtime(at), "H:i"))


def from_to(begin: datetime, end: datetime) -> str:
    """One evening: its day, from when to when."""
    if timezone.localtime(begin).date() == timezone.localtime(end).date():
        return gettext("{day}, {begin} to {end}").format(
            day=day(begin), begin=hour(begin), end=hour(end)
        )
    return gettext("{day}, {begin} to {next_day}, {end}").format(
        day=day(begin), begin=hour(begin), next_day=day(end), end=hour(end)
    )
