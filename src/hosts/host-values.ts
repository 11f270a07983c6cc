/**
 * What comes from outside into the files that are made for a host: URLs, paths, numbers, and the command line that is named in them.
 * Each is checked here, before any emitter sees it; emitters quote what may still have a meaning in their language.
 */

import { normaliseBaseUrl } from '../site/config/base-url.ts';
import type { Host, HostSettings } from './host.ts';

/** Paths that mean themselves in every configuration language. */
const PLAIN_PATH = /^[A-Za-z0-9._/-]+$/;
/** Any of these would end a line, and with it a comment; the last two do so in scripts. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/u;

function unusableUrl(name: string, url: string | null): string | null {
  if (url === null) return null;
  const result = normaliseBaseUrl(url);
  if (!('url' in result)) return `${name} ${result.message}; ${result.fix}`;
  return result.url === url ? null : `${name} "${url}" is written otherwise: ${result.url}`;
}

function unusableText(name: string, text: string | null): string | null {
  return text !== null && LINE_BREAKING.test(text) ? `${name} has a control character or a line break in it` : null;
}

/** Why a site in this folder cannot be served by a host; null where it can. */
export function unusableRoot({ tier }: Pick<Host, 'tier'>, root: string): string | null {
  const unusable = unusableText("the path of the site's folder", root);
  if (unusable !== null || tier !== 'rewrite rules' || PLAIN_PATH.test(root)) return unusable;
  return `${root} has characters that mean something in configurations. Use A-Z a-z 0-9 . _ - and / alone`;
}

/** Why files of a host cannot be made for these settings; null where they can. */
export function unusableSetting(host: Pick<Host, 'tier'>, settings: HostSettings): string | null {
  const { root, out, command, baseUrl, archiveUrl, upstream, cache, enumerate } = settings;
  const numbers = [...Object.values(cache.listings), ...Object.values(cache.errors), ...enumerate.pageSizes];
  const areWhole = numbers.every((number) => Number.isSafeInteger(number) && number >= 0);
  return (
    unusableRoot(host, root) ??
    unusableUrl('the base URL', baseUrl) ??
    unusableUrl('the archive URL', archiveUrl) ??
    unusableUrl('the upstream', upstream) ??
    unusableText('the path of the folder to write to', out) ??
    unusableText('the command line', command) ??
    (areWhole ? null : 'a lifetime or a page size is no whole number')
  );
}
