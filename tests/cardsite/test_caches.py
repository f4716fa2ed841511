"""The shared cache: when Redis is gone, the site goes on."""

from __future__ import annotations

from cardsite.caches import ForgivingRedisCache


def test_a_dead_redis_is_an_empty_cache() -> None:
    cache = ForgivingRedisCache("redis://127.0.0.1:1/0", {})
    cache.set("stufe", 10)
    assert cache.get("stufe", "leer") == "leer"
    assert cache.get_many(["stufe"]) == {}
    assert not cache.delete("stufe")
