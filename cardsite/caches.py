"""The shared cache: Redis, and a plain miss while Redis cannot be reached."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger("cardsite.cache")


class ForgivingClient(RedisCacheClient):
    """Answer as an empty cache would when Redis fails: slower pages are better than none."""

    def _or(self, otherwise: Any, name: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(), name)(*args, **kwargs)
        except RedisError as error:
            logger.warning("Redis (CACHE_URL) antwortet nicht: %s", error)
            return otherwise

    def get(self, key: Any, default: Any) -> Any:
        return self._or(default, "get", key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._or(None, "set", key, value, timeout)

    def add(self, key: Any, value: Any, timeout: Any) -> Any:
        return self._or(True, "add", key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> Any:
        return self._or(False, "touch", key, timeout)

    def delete(self, key: Any) -> Any:
        return self._or(False, "delete", key)

    def has_key(self, key: Any) -> Any:
        return self._or(False, "has_key", key)

    def incr(self, key: Any, delta: Any) -> Any:
        return self._or(delta, "incr", key, delta)

    def get_many(self, keys: Any) -> Any:
        return self._or({}, "get_many", keys)

    def set_many(self, data: Any, timeout: Any) -> None:
        self._or(None, "set_many", data, timeout)


class ForgivingRedisCache(RedisCache):
    """Redis as Django knows it, with the client above."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient
