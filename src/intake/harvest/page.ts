/** Pages of listings, and which page to request next. In: answers of a service. Pure. */
import { isMapping } from '../../catalogue/files/mapping.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import type { Envelope } from '../../core/contract/wire.ts';

/** A page of a listing; its entries are not checked yet. */
export interface Page {
  /** Below the base URL. */
  readonly path: string;
  readonly body: Envelope<unknown>;
}

export function isEnvelope(value: unknown): value is Envelope<unknown> {
  if (!isMapping(value)) return false;
  const { results, results_count: count, next } = value;
  return Array.isArray(results) && Number.isInteger(count) && (next === null || typeof next === 'string');
}

/** The path in `next`, on the service itself, or what is wrong with it. The scheme may differ, because proxies hide it. */
export function nextPath(base: string, { path, body }: Page): { readonly next: string } | { readonly wrong: string } {
  const here = new URL(`${base}/${path}`);
  if (!URL.canParse(body.next ?? '', here.href)) return { wrong: 'it is not a URL' };
  const next = new URL(body.next ?? '', here);
  const isSamePort = next.port === here.port || (next.protocol !== here.protocol && next.port === '');
  const root = new URL(`${base}/`).pathname;
  if (next.hostname === here.hostname && isSamePort && next.pathname.startsWith(`${root}${API_ROOT}/`)) {
    return { next: `${next.pathname.slice(root.length)}${next.search}` };
  }
  const what = `it points to ${next.href}, which is not below ${base}/${API_ROOT}`;
  return { wrong: `${what}. If both are the same service, give the base URL of its links` };
}
