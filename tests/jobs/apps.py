from django.apps import AppConfig


class GatesConfig(AppConfig):
    """Puts the gates up in every process that runs with the settings beside this."""

    name = "tests.jobs"
    label = "gates"

    def ready(self) -> None:
        from tests.jobs.gates import put_up  # noqa: PLC0415  (needs the models)

        put_up()
