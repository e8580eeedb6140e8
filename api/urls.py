"""Every address of the API."""

urlpatterns: list[object] = []
