"""Settings of the Django project. DATABASE is the SQLite file, BASE_URL the prefix of links."""

import os

SECRET_KEY = "of a benchmark that keeps no secrets"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "catalogue.urls"
INSTALLED_APPS = ["catalogue", "rest_framework"]
MIDDLEWARE = ["django.middleware.gzip.GZipMiddleware"]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["DATABASE"],
        "CONN_MAX_AGE": None,
    }
}
USE_TZ = True
BASE_URL = os.environ["BASE_URL"]
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "UNAUTHENTICATED_USER": None,
}
