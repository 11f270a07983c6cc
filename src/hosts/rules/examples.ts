/**
 * Worked examples for the first lines of an emitted file: requests, the parts that the rules find in the requests, and the resulting files.
 */

import { createCollections } from '../../core/collections/registry.ts';
import { pathOfUrl } from '../../core/contract/base-url.ts';
import { wholeListings } from '../../core/contract/collection.ts';
import { PAGE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { pathFilters } from '../../core/contract/site-paths.ts';
import type { HostSettings } from '../host.ts';
import { ANSWERS } from './request.ts';
import { MAX_COLUMNS } from './text.ts';
import { fillTemplate, NO_FILE, type RequestRules, type Variable, variablesOf } from './variables.ts';

interface Request {
  readonly path: string;
  readonly query: string;
}

/** The value of a variable for a GET request. */
function variableValue({ source, rows, otherwise }: Variable, { path, query }: Request): string {
  const text = { query: `&${query}&`, path, target: `${path}?${query}`, method: 'GET' }[source];
  for (const [pattern, value] of rows) {
    const groups = new RegExp(pattern).exec(text);
    if (groups !== null) return value.replace(/\$(\d)/g, (_, group) => groups[Number(group)] ?? '');
  }
  return otherwise;
}

/**
 * Requests that illustrate the parts: a filter with its page, a flag with a page size, a listing below a record, and a request that matches
 * no file.
 */
function exampleRequests({ baseUrl, enumerate }: HostSettings): Request[] {
  const api = `${pathOfUrl(baseUrl)}/${API_ROOT}`;
  const listings = wholeListings(createCollections());
  const filters = listings.flatMap((listing) =>
    pathFilters(listing)
      .filter(({ name }) => enumerate.filters[listing.collection.name]?.includes(name))
      .map(({ name, codec: { kind, allowed } }) => ({ path: `${api}/${listing.path}`, name, kind, allowed })),
  );
  const valued = filters.find(({ kind, allowed }) => kind !== 'flag' && allowed?.length);
  const flag = filters.find(({ kind }) => kind === 'flag');
  const timed = listings.find(({ collection }) => collection.interval !== undefined);
  const runs = `${api}/runs`;
  return [
    { path: valued?.path ?? runs, query: `${valued ? `${valued.name}=${valued.allowed?.[0]}&` : ''}${PAGE.name}=3` },
    {
      path: flag?.path ?? runs,
      query: `${flag ? `${flag.name}=true&` : ''}${PAGE_SIZE.name}=${enumerate.pageSizes.at(-1)}`,
    },
    { path: `${runs}/O1`, query: '' },
    { path: `${api}/${timed?.path}`, query: `${timed?.collection.interval?.[0].name}=1126256640` },
  ];
}

/** The examples as a comment, for hosts whose comments begin with "#". */
export const exampleComments = (settings: HostSettings, rules: RequestRules): string[] =>
  [
    `Each request is mapped to the path of a file. No path contains "${NO_FILE}", which marks a request that no file answers.`,
    ...exampleLines(settings, rules),
  ].map((line) => `# ${line}`);

/** A line for each example, or two if it is long: the request, its parts, and the file. */
export function exampleLines(settings: HostSettings, rules: RequestRules): string[] {
  return exampleRequests(settings).flatMap((request) => {
    const values = new Map(rules.variables.map((variable) => [variable.name, variableValue(variable, request)]));
    const fill = (text: string): string =>
      fillTemplate(text, (name) => (name === 'pages' ? fill(rules.pages) : (values.get(name) ?? '')));
    const isRecord = values.get('record') !== '';
    const file = fill(isRecord ? ANSWERS.record : ANSWERS.page);
    const shown = isRecord ? [] : variablesOf(rules, 'query');
    const parts = shown.map(({ name }) => values.get(name)).filter((value) => value !== '');
    const target = `${request.path}${request.query === '' ? '' : `?${request.query}`}`;
    const result = file.includes(NO_FILE) ? 'no file' : file;
    const text = `${target}: ${parts.join(', ') || 'a record'} -> ${result}`;
    return text.length <= MAX_COLUMNS - '# '.length ? [text] : [`${target}: ${parts.join(', ')}`, `  -> ${result}`];
  });
}
