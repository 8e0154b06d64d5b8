"""Every address lives in the app."""

from django.urls import include, path

urlpatterns = [path("", include("ledger.web.urls"))]

handler500 = "ledger.web.keeping.not_saved.handle_error"
