"""The rules as a Django app: the only module here that may know Django."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """The rules app; it has no models and no views."""

    name = "games.rules"
    label = "rules"
    verbose_name = "Rules"
