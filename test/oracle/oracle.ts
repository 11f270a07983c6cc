/**
 * The naive oracle: answers any request of the API by looping over all records, filtering, sorting and slicing.
 *
 * In: the catalogue (`records.ts`) and a request. Out: status, headers and body as the contract has them (DESIGN.md,
 * section 3). It shares no code with the product; where the two differ, one of them is wrong. No index, no cache, no
 * shortcuts: to be trusted it has to be readable in one sitting.
 *
 * The first failure wins, in this order: path, method, repeated parameter, format, pagesize, filters, page.
 */
import {
  badParameter,
  Failure,
  headersOf,
  invalidPage,
  methodNotAllowed,
  notFound,
  type OracleAnswer,
  type OracleOptions,
  type OracleRequest,
} from './answer.ts';
import { eventDetail, jsonOf, shortNameOf, strainDetail, strainId } from './entries.ts';
import { defaultParameterNames, eventVersions, type Listing, strainFiles, type Values } from './listings.ts';
import { byCodeUnit, type Given, pageNumber, pageSize, pairsOf, percentDecoded } from './parameters.ts';
import type { OracleData } from './records.ts';

export type { OracleAnswer, OracleOptions, OracleRequest } from './answer.ts';
export type Oracle = (request: OracleRequest) => OracleAnswer;

/** What a path names; answered with the query once path and method are known to be right. */
type Resource = { kind: 'body'; of: (query: string) => string } | { kind: 'redirect'; location: string };

/** Example: `createOracle(data, options)({ method: 'GET', url: '/api/v2/strain-files?page=2', headers: {} })`. */
export function createOracle(data: OracleData, options: OracleOptions): Oracle {
  const base = options.baseUrl;
  const baseSegments = new URL(base).pathname.split('/').filter((segment) => segment !== '');
  const listings = [strainFiles(data, base), eventVersions(data, base), defaultParameterNames(data)];
  const strainFileIds = data.strainFiles.map((file) => ({ id: strainId(file), file }));

  function find(path: string): Resource {
    const segments = segmentsOf(path);
    for (const segment of baseSegments) {
      if (segments.shift() !== segment) throw notFound();
    }
    const [first, second, name, id] = segments;
    if (first === 'archive' && second === 'data') return archive(segments);
    if (first !== 'api' || second !== 'v2') throw notFound();
    if (segments.length === 2) return { kind: 'body', of: (query) => detailBody(query, root()) };
    const listing = listings.find((candidate) => candidate.name === name);
    if (listing === undefined) throw notFound();
    if (segments.length === 3) return { kind: 'body', of: (query) => listingBody(listing, query, base) };
    if (segments.length === 4 && id !== undefined) {
      const record = detail(listing, id);
      return { kind: 'body', of: (query) => detailBody(query, record) };
    }
    throw notFound();
  }

  function root(): Record<string, string> {
    return Object.fromEntries(listings.map(({ name }) => [name, `${base}/api/v2/${name}?format=api`]));
  }

  function detail(listing: Listing, id: string): unknown {
    if (listing.name === 'strain-files') {
      const found = strainFileIds.find((candidate) => candidate.id === id);
      if (found !== undefined) return strainDetail(found.file, base);
    }
    if (listing.name === 'event-versions') {
      const event = data.eventVersions.find((candidate) => shortNameOf(candidate) === id);
      if (event !== undefined) return eventDetail(event, data, base);
    }
    throw notFound();
  }

  function archive(segments: readonly string[]): Resource {
    const file = segments.slice(2);
    const safe = file.every((segment) => /^[A-Za-z0-9._-]+$/.test(segment) && segment !== '.' && segment !== '..');
    if (options.archiveUrl === null || file.length === 0 || !safe) throw notFound();
    return { kind: 'redirect', location: `${options.archiveUrl}/archive/data/${file.join('/')}` };
  }

  function answer(request: OracleRequest): OracleAnswer {
    const question = request.url.indexOf('?');
    const path = question === -1 ? request.url : request.url.slice(0, question);
    const query = question === -1 ? '' : request.url.slice(question + 1);

    const resource = find(path);
    if (request.method === 'OPTIONS') {
      const headers = { ...headersOf(200, options), 'access-control-allow-methods': 'GET, HEAD, OPTIONS' };
      return { status: 200, headers, body: null, check: 'exact' };
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method);
    if (resource.kind === 'redirect') {
      const headers = { ...headersOf(302, options), location: resource.location };
      return { status: 302, headers, body: null, check: 'exact' };
    }
    return { status: 200, headers: headersOf(200, options), body: resource.of(query), check: 'exact' };
  }

  return (request) => withoutBodyForHead(request, answerOrFailure(request));

  function answerOrFailure(request: OracleRequest): OracleAnswer {
    try {
      return answer(request);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return {
        status: failure.status,
        headers: headersOf(failure.status, options),
        body: JSON.stringify(failure.body),
        check: failure.status === 400 ? 'error' : 'exact',
      };
    }
  }
}

function withoutBodyForHead(request: OracleRequest, answer: OracleAnswer): OracleAnswer {
  return request.method === 'HEAD' ? { ...answer, body: '', check: 'exact' } : answer;
}

/** Decoded segments of a path; one trailing slash is accepted. */
function segmentsOf(path: string): string[] {
  if (!path.startsWith('/')) throw notFound();
  const raw = path.slice(1).split('/');
  if (raw.length > 1 && raw.at(-1) === '') raw.pop();
  return raw.map((segment) => {
    const text = percentDecoded(segment);
    if (text === null) throw notFound();
    return text;
  });
}

const FORMATS = ['api', 'json'];

/** Details and the root: the only parameter is `format`. */
function detailBody(query: string, record: unknown): string {
  const pairs = pairsOf(query);
  refuseRepeated(pairs, ['format'], { format: FORMATS });
  checkFormat(valuesOf(pairs));
  return jsonOf(record);
}

function listingBody(listing: Listing, query: string, base: string): string {
  const pairs = pairsOf(query);
  refuseRepeated(pairs, [...listing.filters, 'pagesize', 'page', 'format'], { ...listing.allowed, format: FORMATS });
  const values = valuesOf(pairs);
  checkFormat(values);

  const sizeText = values.get('pagesize');
  const size = sizeText === undefined ? pageSize('20') : sizeText === null ? null : pageSize(sizeText);
  if (size === null || !size.ok) throw badParameter('pagesize', undefined);

  const selection = listing.select(values);

  const pageText = values.get('page');
  if (pageText === null) throw badParameter('page', undefined);
  const page = pageNumber(pageText ?? '1');
  const pages = Math.ceil(selection.count / size.value);
  if (!page.ok || page.value > Math.max(pages, 1)) throw invalidPage();

  const first = (page.value - 1) * size.value;
  const link = (number: number): string => {
    const parts: (readonly [string, string])[] = [...selection.canonical, ['format', 'api'], ['page', String(number)]];
    if (size.canonical !== null) parts.push(['pagesize', size.canonical]);
    parts.sort(([a], [b]) => byCodeUnit(a, b));
    return `${base}/api/v2/${listing.name}?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
  };
  return jsonOf({
    next: page.value < pages ? link(page.value + 1) : null,
    previous: page.value > 1 ? link(page.value - 1) : null,
    results_count: selection.count,
    results_per_page: size.value,
    num_pages: pages,
    page_number: page.value,
    results: selection.slice(first, size.value),
  });
}

/** Of several repeated parameters the name that sorts first is the one refused. */
function refuseRepeated(
  pairs: readonly { name: string; given: Given }[],
  known: readonly string[],
  allowed: Listing['allowed'],
): void {
  const repeated = known.filter((name) => pairs.filter((pair) => pair.name === name).length > 1).sort(byCodeUnit)[0];
  if (repeated !== undefined) throw badParameter(repeated, allowed[repeated]);
}

function valuesOf(pairs: readonly { name: string; given: Given }[]): Values {
  return new Map(pairs.map(({ name, given }) => [name, given.text]));
}

function checkFormat(values: Values): void {
  const format = values.get('format');
  if (format === null) throw badParameter('format', FORMATS);
  if (format !== undefined && format !== 'api' && format !== 'json') throw notFound();
}
