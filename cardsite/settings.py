"""All settings, read top to bottom; every environment variable stands in docs/operations.md."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from cardsite.environment import env_bool, env_choice, env_database, env_int, env_list, env_secret, env_text

BASE_DIR = Path(__file__).resolve().parent.parent
# What running leaves behind: the embedded database and the collected static files.
VAR_DIR = Path(env_text("VAR_DIR", BASE_DIR / "var"))
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

# --- Where we run ---------------------------------------------------------------------------------
# Without any variable the site runs for one developer on this machine; PRODUCTION=true opens it to others.
PRODUCTION = env_bool("PRODUCTION", default=False)
DEBUG = env_bool("DEBUG", default=not PRODUCTION, forbidden=PRODUCTION)
SECRET_KEY = env_secret("SECRET_KEY", required=PRODUCTION, otherwise="nur-zur-entwicklung-" + "k" * 40)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", required=PRODUCTION, otherwise=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", required=False, otherwise=[])

# One core answers a question: numpy's own threads would wait for each other busily, at several times the cost.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

INSTALLED_APPS = [
    "cardsite.apps.GuardedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles: so that runserver serves static files the way the production server does.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "simple_history",
    "rest_framework",
    "drf_spectacular",
    "cards",
    "rules",
    "cardsite.apps.CardsiteConfig",
]

MIDDLEWARE = [
    # First: every answer has its id and its line. Then what is known already and passes through nothing else.
    "cardsite.middleware.request_log",
    "cardsite.api.middleware.AnswerStore",
    "cardsite.middleware.plain_requests",
    "cardsite.pages.PageStore",
    "django.middleware.security.SecurityMiddleware",
    "cardsite.middleware.security_headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "cardsite.work.Metered",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "cardsite.middleware.KnownHosts",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "cardsite.middleware.DatabaseGone",
]

ROOT_URLCONF = "cardsite.urls"
WSGI_APPLICATION = "cardsite.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "cardsite.context.data_version",
            ],
        },
    },
    {
        # For what is made anew again and again; its templates end with .jinja.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "cardsite.jinja.environment",
            "context_processors": ["cardsite.frame.open_frame"],
        },
    },
]

# --- Data -----------------------------------------------------------------------------------------
FIXTURES = BASE_DIR / "fixtures"
DATABASES = {
    "default": env_database("DATABASE_URL", path=env_text("DATABASE_PATH", VAR_DIR / "site.sqlite3")),
}

# A streaming replica of PostgreSQL, for everything that only reads.
REPLICA_URL = env_text("REPLICA_URL", "")
if REPLICA_URL:
    DATABASES["replica"] = env_database("REPLICA_URL", path="") | {"TEST": {"MIRROR": "default"}}
    DATABASES["replica"]["OPTIONS"]["pool"]["timeout"] = 1
    DATABASE_ROUTERS = ["cardsite.replica.Router"]
    MIDDLEWARE.insert(0, "cardsite.replica.read_from_replica")

CACHE_URL = env_text("CACHE_URL", "")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "cardsite.caches.ForgivingRedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 5000}},
}

# --- Words and time -------------------------------------------------------------------------------
LANGUAGE_CODE = "de"
TIME_ZONE = "Europe/Berlin"
USE_TZ = True

# --- Static files ---------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = Path(env_text("STATIC_ROOT", VAR_DIR / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
# The manifest keeps a hash in every name, so the unhashed twins need not be served.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- Security -------------------------------------------------------------------------------------
# HTTPS=false is for a production site behind a proxy that already redirects, or for a test without TLS.
HTTPS = PRODUCTION and env_bool("HTTPS", default=True)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env_bool("BEHIND_PROXY", default=False) else None
)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_PATH = "/admin/"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_PATH = "/admin/"
CSRF_FAILURE_VIEW = "cardsite.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576

# Where a weakness may be reported, for /.well-known/security.txt: „mailto:…“ or „https://…“.
SECURITY_CONTACT = env_text("SECURITY_CONTACT", "")

CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
PERMISSIONS_POLICY = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), microphone=(), payment=(), usb=(), browsing-topics=()"
)

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# Who has a second factor always needs it; `required` lets nobody in without one.
ADMIN_SECOND_FACTOR = env_choice("ADMIN_SECOND_FACTOR", ("optional", "required"), default="optional")
OTP_TOTP_ISSUER = "Munchkin-Regeln"

# --- API ------------------------------------------------------------------------------------------
# A client's points per minute, for API and pages; what an answer costs stands in the schema (x-cost) and in the docs.
API_POINTS_PER_MINUTE = env_int("API_POINTS_PER_MINUTE", default=6000, least=1)
# How many proxies of ours stand before us: the client is who the outermost of them saw.
TRUSTED_PROXIES = env_int("TRUSTED_PROXIES", default=0, least=0)
# The files of /api/v1/bulk, rebuilt from the data whenever they are missing.
BULK_DIR = Path(env_text("BULK_DIR", VAR_DIR / "bulk"))
# The index of the search, one file per release, for this machine alone; rebuilt whenever it is missing.
SEARCH_DIR = Path(env_text("SEARCH_DIR", VAR_DIR / "search"))
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "cardsite.api.exceptions.answer",
    "UNAUTHENTICATED_USER": None,
    # One address, one format: no `?format=`.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Munchkin-Regeln",
    "DESCRIPTION": "Karten, Regeln, Klarstellungen nachschlagen, vergleichen, auflösen. Erklärt unter /api/v1/docs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["cardsite.api.schema.add_components"],
}

# --- What Prometheus may ask -----------------------------------------------------------------------
# Without a token there is no /metrics.
METRICS_TOKEN = env_secret("METRICS_TOKEN", required=False, otherwise="")

# --- Logs -----------------------------------------------------------------------------------------
LOG_FORMAT = env_choice("LOG_FORMAT", ("text", "json"), default="json" if PRODUCTION else "text")
LOG_LEVEL = env_choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), default="INFO")
SLOW_REQUEST_MS = env_int("SLOW_REQUEST_MS", default=1000, least=1)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "cardsite.logs.RequestIdFilter"}},
    "formatters": {
        "json": {"()": "cardsite.logs.JsonFormatter"},
        "text": {"format": "{levelname} {name} [{request_id}] {message}", "style": "{"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request_id"]},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # Every answer below 500 already has its own line in `cardsite.request`.
        "django.request": {"level": "ERROR"},
    },
}
