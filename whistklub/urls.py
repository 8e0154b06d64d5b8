"""Every address lives in the app."""

from django.urls import include, path

urlpatterns = [path("", include("ledger.web.urls"))]

handler500 = "ledger.web.site.errors.handle_error"
