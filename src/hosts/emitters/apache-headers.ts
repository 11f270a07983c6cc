/** Apache: the headers for all responses. */

import { errorCacheControl, errorHeaders, type Headers, PREFLIGHT } from '../../core/contract/headers.ts';
import type { HostSettings } from '../host.ts';
import { cachedPaths, commonHeaders, TYPES } from '../rules/file-headers.ts';
import { quote } from '../rules/text.ts';

/** Emits the headers for all responses first, then those for files outside the API and for errors. */
export function headerLines({ cache, upstream }: HostSettings): string[] {
  const own = upstream === null ? '' : ' env=!sw_passed_on';
  const isOwn = upstream === null ? '' : " && -z reqenv('sw_passed_on')";
  const set = (name: string, value: string, when: string) => `Header always set ${name} ${quote(value)}${when}`;
  const all = (headers: Headers, when: string) =>
    Object.entries(headers).map(([name, value]) => set(name, value, when));
  const { json: _json, ...types } = TYPES;
  const matches = (variable: string, pattern: string) => ` ${quote(`expr=env('${variable}')=~m'${pattern}'`)}`;
  const status = (from: number) => ` ${quote(`expr=%{REQUEST_STATUS} -ge ${from}${isOwn}`)}`;
  const unavailable = errorHeaders(cache, 503);
  // Some file extensions are also the name of their type.
  const isNamed = ([ending, type]: readonly [string, string]) => type === `text/${ending}; charset=utf-8`;
  const named = Object.entries(types)
    .filter(isNamed)
    .map(([ending]) => ending);
  const others = Object.entries(types).filter((one) => !isNamed(one));
  return [
    ...all(commonHeaders(cache), own),
    ...(upstream === null ? all(PREFLIGHT, '') : []),
    set('content-encoding', 'gzip', ' env=sw_gzip'),
    ...cachedPaths(cache).map(([pattern, cacheControl]) =>
      set('cache-control', cacheControl, matches('sw_hit', `^${pattern}`)),
    ),
    set('content-type', 'text/%{sw_type}e; charset=utf-8', matches('sw_type', `^(${named.join('|')})$`)),
    ...others.map(([ending, type]) => set('content-type', type, matches('sw_type', `^${ending}$`))),
    set('cache-control', errorCacheControl(cache), status(400)),
    ...(upstream === null
      ? []
      : Object.entries(unavailable)
          .filter(([name]) => /^(?:cache-control|retry-after)$/.test(name))
          .map(([name, value]) => set(name, value, status(502)))),
    // Only files outside the API support these request headers.
    ...['If-Match', 'If-Unmodified-Since', 'Range'].map((name) => `RequestHeader unset ${name} env=!sw_file`),
  ];
}
