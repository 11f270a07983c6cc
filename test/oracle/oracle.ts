/**
 * The naive oracle: answers any request of the API by looping over all records, filtering, sorting and slicing.
 *
 * In: the catalogue's records (`types.ts`, read by `records.ts`) and a request. Out: status, headers and body according to the
 * contract (docs/contract.md). It shares no code with the product; if the two differ, one of them is wrong. No index, no
 * cache, no shortcuts: you should be able to verify it by reading it once.
 *
 * Steps of a response: `paths.ts` finds the resource, `parameters.ts` reads the query, `listings.ts` selects, `entries.ts` and
 * `event-entries.ts` render. `catalogue.ts` knows how records are related.
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
import { createCatalogue } from './catalogue.ts';
import { csvOf } from './csv.ts';
import { jsonOf } from './entries.ts';
import type { Listing, Selection, Values } from './listings.ts';
import { byCodeUnit, type Given, pageNumber, pageSize, pairsOf } from './parameters.ts';
import { createFinder } from './paths.ts';
import type { OracleData } from './types.ts';

export type { OracleAnswer, OracleOptions, OracleRequest } from './answer.ts';
export type Oracle = (request: OracleRequest) => OracleAnswer;

/** Example: `createOracle(data, options)({ method: 'GET', url: '/api/v2/strain-files?page=2', headers: {} })`. */
export function createOracle(data: OracleData, options: OracleOptions): Oracle {
  const isService = options.compatibility === 'service';
  const find = createFinder(createCatalogue(isService ? withServiceNames(data) : data, isService), options);
  /** The value, with links as the service writes them (without a format) if the site is compatible with the service. */
  const linked = <T>(value: T): T =>
    isService ? (JSON.parse(JSON.stringify(value).replaceAll('?format=api"', '"')) as T) : value;

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
      const passed = query === '' || resource.location.includes('#') ? '' : `?${query}`;
      const headers = { ...headersOf(302, options), location: `${resource.location}${passed}` };
      return { status: 302, headers, body: null, check: 'exact' };
    }
    if (resource.kind === 'older') {
      const { body, contentType } = resource.answer(query);
      const headers = {
        ...headersOf(200, options),
        'content-type': contentType,
        ...ignoredIn(query, resource.filters),
      };
      return { status: 200, headers, body, check: 'exact' };
    }
    const { body, headers } =
      resource.kind === 'record'
        ? { body: recordBody(linked(resource.record), query), headers: {} }
        : listingBody(resource.listing, resource.path, query);
    const known = resource.kind === 'record' ? ['format'] : [...resource.listing.filters, 'pagesize', 'page', 'format'];
    const all = { ...headersOf(200, options), ...headers, ...ignoredIn(query, known) };
    return { status: 200, headers: all, body, check: 'exact' };
  }

  /** `path`: of the listing, below `/api/v2/`. */
  function listingBody(
    listing: Listing,
    path: string,
    query: string,
  ): { body: string; headers: Readonly<Record<string, string>> } {
    const url = `${options.baseUrl}/api/v2/${path}`;
    const parameters = data.parameters.map(({ name }) => name);
    const pairs = pairsOf(query);
    refuseRepeated(pairs, [...listing.filters, 'pagesize', 'page', 'format'], { ...listing.allowed, format: FORMATS });
    const values = valuesOf(pairs);
    const format = checkFormat(values, FORMATS) === 'csv' ? 'csv' : 'api';

    const sizeText = values.get('pagesize');
    const isWhole = format === 'csv' && !values.has('pagesize') && !values.has('page');
    const size = sizeText === undefined ? pageSize('20') : sizeText === null ? null : pageSize(sizeText);
    if (size === null || !size.ok) throw badParameter('pagesize', undefined);

    const selection = listing.select(values);

    const pageText = values.get('page');
    if (pageText === null) throw badParameter('page', undefined);
    const page = pageNumber(pageText ?? '1');
    if (isWhole) return wholeCsv(selection, path);
    const pages = Math.ceil(selection.count / size.value);
    if (!page.ok) throw invalidPage();
    selection.check?.();
    if (page.value > Math.max(pages, 1)) throw invalidPage();

    const first = (page.value - 1) * size.value;
    const link = (number: number): string => {
      const parts: (readonly [string, string])[] = [...selection.canonical, ['page', String(number)]];
      if (format === 'csv' || !isService) parts.push(['format', format]);
      if (size.canonical !== null) parts.push(['pagesize', size.canonical]);
      parts.sort(([a], [b]) => byCodeUnit(a, b));
      return `${url}?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
    };
    const next = page.value < pages ? link(page.value + 1) : null;
    const previous = page.value > 1 ? link(page.value - 1) : null;
    const results = linked(selection.slice(first, size.value));
    if (format === 'csv') {
      const links = [
        `<${link(1)}>; rel="first"`,
        ...(previous === null ? [] : [`<${previous}>; rel="prev"`]),
        ...(next === null ? [] : [`<${next}>; rel="next"`]),
        `<${link(Math.max(pages, 1))}>; rel="last"`,
      ];
      const hasParameters = selection.canonical.some(([name]) => name === 'include-default-parameters');
      return {
        body: csvOf(results, path, hasParameters, parameters, isService),
        headers: { 'content-type': 'text/csv; charset=utf-8', link: links.join(', ') },
      };
    }
    const body = jsonOf({
      next,
      previous,
      results_count: selection.count,
      results_per_page: size.value,
      num_pages: pages,
      page_number: page.value,
      results,
    });
    return { body, headers: {} };
  }

  /** All entries as CSV, up to 10,000. */
  function wholeCsv(selection: Selection, path: string) {
    selection.check?.();
    if (selection.count > 10_000) throw badParameter('pagesize', undefined);
    const hasParameters = selection.canonical.some(([name]) => name === 'include-default-parameters');
    const parameters = data.parameters.map(({ name }) => name);
    const body = csvOf(linked(selection.slice(0, selection.count)), path, hasParameters, parameters, isService);
    return { body, headers: { 'content-type': 'text/csv; charset=utf-8' } };
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
        check: failure.isAnySentence ? 'error' : 'exact',
      };
    }
  }
}

function withServiceNames(data: OracleData): OracleData {
  const rename = (version: OracleData['eventVersions'][number]) =>
    version.otherId === null ? version : { ...version, shortName: version.otherId };
  return { ...data, eventVersions: data.eventVersions.map(rename) };
}

function withoutBodyForHead(request: OracleRequest, answer: OracleAnswer): OracleAnswer {
  return request.method === 'HEAD' ? { ...answer, body: '', check: 'exact' } : answer;
}

/** The header that names ignored parameters, up to ten of them. */
function ignoredIn(query: string, known: readonly string[]): Readonly<Record<string, string>> {
  const names = [...new Set(pairsOf(query).map(({ name }) => name))].filter((name) => !known.includes(name));
  const plain = names.filter((name) => /^[A-Za-z0-9._-]+$/.test(name) && name.length <= 64).slice(0, 10);
  return plain.length === 0 ? {} : { 'stillwave-ignored': plain.join(', ') };
}

const RECORD_FORMATS = ['api', 'json'];
const FORMATS = [...RECORD_FORMATS, 'csv'];

/** Records and the root only have the parameter `format`. */
function recordBody(record: unknown, query: string): string {
  const pairs = pairsOf(query);
  refuseRepeated(pairs, ['format'], { format: RECORD_FORMATS });
  checkFormat(valuesOf(pairs), RECORD_FORMATS);
  return jsonOf(record);
}

/** Of several repeated parameters, the one whose name sorts first is refused. */
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

function checkFormat(values: Values, formats: readonly string[]): string | undefined {
  const format = values.get('format');
  if (format === null) throw badParameter('format', formats);
  if (format !== undefined && !formats.includes(format)) throw notFound();
  return format;
}
