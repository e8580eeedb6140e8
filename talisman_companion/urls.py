from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("admin/", admin.site.urls),
    path("", include("talisman_companion.web.urls")),
]

if settings.METRICS:
    urlpatterns.append(path("", include("django_prometheus.urls")))

# Django's own answers are HTML; a client of the API gets a problem it can read.
handler400 = "api.errors.bad_request"
handler403 = "api.errors.permission_denied"
handler404 = "api.errors.not_found"
handler500 = "api.errors.server_error"
