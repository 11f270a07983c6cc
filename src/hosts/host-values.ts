/**
 * Checks all external values in the files for a host before any emitter sees them: URLs, paths, numbers, and the command line in the
 * header comment. Emitters still quote characters that are special in their language.
 */

import { normaliseBaseUrl } from '../core/contract/base-url.ts';
import type { Host, HostSettings } from './host.ts';

/** Paths without special characters in any configuration language. */
const PLAIN_PATH = /^[A-Za-z0-9._/-]+$/;
/** Characters that end a line, and therefore a comment; the last two do so in JavaScript. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/u;

function unusableUrl(name: string, url: string | null): string | null {
  if (url === null) return null;
  const result = normaliseBaseUrl(url);
  if (!('url' in result)) return `${name} ${result.message}; ${result.fix}`;
  return result.url === url ? null : `${name} "${url}" must be written as ${result.url}`;
}

function unusableText(name: string, text: string | null): string | null {
  return text !== null && LINE_BREAKING.test(text) ? `${name} contains a control character or a line break` : null;
}

/** The reason why a host cannot serve a site in this folder, or null. */
export function unusableRoot({ tier }: Pick<Host, 'tier'>, root: string): string | null {
  const unusable = unusableText("the path of the site's folder", root);
  if (unusable !== null || tier !== 'rewrite rules' || PLAIN_PATH.test(root)) return unusable;
  return `${root} contains characters that are special in configuration files. Use only A-Z a-z 0-9 . _ - and /`;
}

function unusableUpstream(host: Pick<Host, 'title' | 'upstream'>, url: string | null): string | null {
  const unusable = unusableUrl('the upstream', url);
  if (unusable !== null || url === null || host.upstream !== 'HTTP origin') return unusable;
  const { protocol, pathname } = new URL(url);
  if (protocol === 'http:' && pathname === '/') return null;
  return `${host.title} cannot use the upstream ${url}: it connects without TLS and does not change paths. Give an http: URL without a path`;
}

/** The reason why host files cannot be written for these settings, or null. */
export function unusableSetting(
  host: Pick<Host, 'title' | 'tier' | 'upstream'>,
  settings: HostSettings,
): string | null {
  const { root, out, command, baseUrl, archiveUrl, upstream, cache, enumerate } = settings;
  const numbers = [...Object.values(cache.listings), ...Object.values(cache.errors), ...enumerate.pageSizes];
  const areWhole = numbers.every((number) => Number.isSafeInteger(number) && number >= 0);
  return (
    unusableRoot(host, root) ??
    unusableUrl('the base URL', baseUrl) ??
    unusableUrl('the archive URL', archiveUrl) ??
    unusableUpstream(host, upstream) ??
    unusableText('the path of the folder to write to', out) ??
    unusableText('the command line', command) ??
    (areWhole ? null : 'a lifetime or a page size is not a whole number')
  );
}
