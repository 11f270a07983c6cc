/**
 * nginx: an emitter of one configuration file, to be included in the `http` block. Maps read the query as it was written;
 * the file they name is served, and where there is none, rules say why. No `if` holds anything but a `rewrite`.
 *
 * https://nginx.org/en/docs/http/ngx_http_map_module.html, https://nginx.org/en/docs/http/ngx_http_rewrite_module.html
 */

import {
  ALLOW,
  codedVary,
  errorCacheControl,
  type Headers,
  HTML_TYPE,
  JSON_TYPE,
  listingCacheControl,
  PACK_CACHE_CONTROL,
  PACK_TYPE,
  POINTER_CACHE_CONTROL,
  PREFLIGHT,
  SITE_HEADERS,
} from '../contract/headers.ts';
