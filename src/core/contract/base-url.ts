/** Validates the base URL and the archive URL, from the configuration or a flag, and finds the base URL's path. */

/** A valid URL, or a problem and how to fix it. */
export type UrlResult = { readonly url: string } | { readonly message: string; readonly fix: string };

const SAFE_PATH = /^[A-Za-z0-9._/-]*$/;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
/** A host name or IP address. URL parsers also accept `;`, `{`, quotes and other characters. */
const SAFE_HOST = new RegExp(`^(?:${LABEL}(?:[.]${LABEL})*[.]?|\\[[0-9a-f:.]+\\])$`);
const MAX_HOST_CHARACTERS = 253;

/**
 * Accepts absolute http(s) URLs without credentials, query or fragment. Host and path may contain only characters that have no special
 * meaning in any configuration language. Removes the trailing slash from the path.
 *
 * `normaliseBaseUrl('HTTPS://User.example/gw/')` is `{ url: 'https://user.example/gw' }`.
 */
export function normaliseBaseUrl(text: string): UrlResult {
  const fix = 'give an absolute URL, such as https://user.example/gw';
  const refuse = (what: string, how: string = fix): UrlResult => ({ message: `"${text}" ${what}`, fix: how });
  if (!/^https?:\/\//i.test(text)) return refuse('does not begin with http:// or https://');
  // URL parsers skip the third slash: http:///gw would become http://gw.
  if (/^https?:\/{3}/i.test(text)) return refuse('has no host');
  if (/\s|\\/.test(text)) return refuse('contains a space or a backslash');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse('is not a URL');
  }
  if (!SAFE_HOST.test(url.hostname) || url.hostname.length > MAX_HOST_CHARACTERS) {
    return refuse('has a host that is neither a name nor an address', 'use A-Z a-z 0-9 . _ - in its name');
  }
  if (url.username !== '' || url.password !== '') return refuse('has a user name or password', 'remove them');
  // Checks the string itself, because the parser drops empty queries and fragments.
  if (text.includes('?')) return refuse('has a query', 'remove the question mark and everything after it');
  if (text.includes('#')) return refuse('has a fragment', 'remove the # and everything after it');
  const path = text.replace(/^https?:\/\/[^/]*/i, '');
  if (!SAFE_PATH.test(path))
    return refuse('has a path with characters other than A-Z a-z 0-9 . _ - /', 'use these only');
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return refuse('has an empty path segment, or one that is . or ..', 'write the path out');
  }
  return { url: [url.origin, ...segments].join('/') };
}

/** The path of an absolute URL, without a trailing slash: `https://user.example/gw` -> `/gw`. */
export function pathOfUrl(url: string): string {
  return /^[a-z]+:\/\/[^/]*(.*)/i.exec(url)?.[1] ?? '';
}
