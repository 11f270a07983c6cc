// Stillwave request handler. Made by: stillwave host deno
// You can change SETTINGS. releaseTtlMs: age in ms at which release.json is read again. cacheBytes: maximum bytes of
// packs kept in memory. baseUrl (optional): prefix of links, instead of the one that the site was built with.
const SETTINGS = {
  "releaseTtlMs": 30000,
  "cacheBytes": 33554432,
  "root": "../dist/"
};

(the bundle)
