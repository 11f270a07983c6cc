# Made by: {{command}}
# The order of parameters and Accept do not matter, so they do not create separate entries:
#  /api/v2/strain-files?sample-rate=4&detector=H1 -> /api/v2/strain-files?detector=H1&sample-rate=4
vcl 4.1;
import std;

# The request handler. Varnish does not speak TLS.
backend default {
    .host = "{{host}}";
    .port = "{{port}}";
}

sub vcl_recv {
    # Redirects to the archive keep the query as it came.
    if (req.url !~ "{{archived}}/?([?]|$)") {
        set req.url = std.querysort(req.url);
    }
    # Varnish compares single tags; the handler answers conditions with a list or "*".
    if (req.http.If-None-Match ~ "[,*]") {
        return (pass);
    }
    unset req.http.Accept;
    unset req.http.Cookie;
}

sub vcl_backend_fetch {
    # Entries are compressed, and each coding has its own tags.
    if (bereq.uncacheable) {
        set bereq.http.Accept-Encoding = "gzip";
    }
}

sub vcl_backend_response {
    # Keep an expired entry for a day: the handler can confirm it with a 304.
    set beresp.keep = 1d;
}

sub vcl_backend_error {
    # The handler is down: a program may try again.
    set beresp.http.Retry-After = "{{retryAfter}}";
    set beresp.http.Cache-Control = "no-store";
}
