vcl 4.1;
# A cache before the balancer, as a content network would be one. Fill in the words in capitals: HOST and PORT of the
# balancer, SECONDS that a page may be old after a release (60 is what the API itself promises).
# tests/cardsite/test_shared_cache.py and bench/scale.py do the same.
import std;

backend site {
  .host = "HOST";
  .port = "PORT";
  .connect_timeout = 2s;
  .probe = { .url = "/readyz"; .interval = 2s; .timeout = 2s; .window = 3; .threshold = 2; .initial = 2; }
}

sub vcl_recv {
  # Who edits or proposes something talks to the site alone; so does a script that wants a part of a page.
  if (req.url ~ "^/(admin|vorschlag|mcp|metrics|healthz|readyz)" || req.http.HX-Request || req.http.Authorization) {
    return (pass);
  }
  # A reader's page is the same for everybody, whatever cookies others have set on this domain.
  unset req.http.Cookie;
  # While the site answers, nobody gets what is older than it may be.
  if (std.healthy(req.backend_hint)) { set req.grace = 10s; }
}

sub vcl_backend_response {
  if (bereq.uncacheable) { return (deliver); }
  # These were for the one who asked first.
  unset beresp.http.RateLimit;
  unset beresp.http.RateLimit-Policy;
  unset beresp.http.X-Request-ID;
  if (beresp.status == 200 && beresp.http.ETag && beresp.http.Cache-Control ~ "public" && beresp.ttl < SECONDSs) {
    set beresp.ttl = SECONDSs;
  }
  # While the site is gone, what is known goes on for a day; an old copy is asked for by its ETag.
  set beresp.grace = 1d;
  set beresp.keep = 1d;
}
