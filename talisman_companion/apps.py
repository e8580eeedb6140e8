from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "talisman_companion"
    label = "companion"
    verbose_name = "Talisman companion"
