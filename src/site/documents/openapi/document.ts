/**
 * The OpenAPI 3.1 document for a release: every path, parameter, header and body, generated from the collection definitions and the
 * response schemas.
 *
 * Parameters come from the listings, response schemas from `schemas/responses/`, and example ids from the index. The server's URL is the
 * only URL in the document.
 */

import {
  allListings,
  type Collection,
  hasRecords,
  ID_PLACEHOLDER,
  type Listing,
  wholeListings,
} from '../../../core/contract/collection.ts';
import { CSV_TYPE } from '../../../core/contract/headers.ts';
import { entryLineSets } from '../../../core/contract/line-sets.ts';
import { RECORD_FORMAT } from '../../../core/contract/parameters.ts';
import { API_ROOT, OPENAPI_NAMES } from '../../../core/contract/paths.ts';
import { allParameters } from '../../../core/contract/query.ts';
import type { Release } from '../../../core/release/release.ts';
import type { Config } from '../../config/config.ts';
import { describeRoute } from '../describe.ts';
import {
  CONDITIONS,
  GET_HEADERS,
  headerComponents,
  headers,
  jsonContent,
  PAGE_HEADERS,
  REFUSALS,
  RESPONSES,
  responseRef,
} from './components.ts';
import { exampleIds } from './example-ids.ts';
import { parameterName, queryParameter } from './parameters.ts';
import { componentName, responseComponents, type Schema, schemaRef } from './schemas.ts';

/** The API's version; its path contains the major version. */
const API_VERSION = '2.0.0';
/** The group for operations that belong to no collection. */
const CATALOGUE = 'Catalogue';

/** A parameter and the name of its component. */
type Component = readonly [name: string, parameter: Schema];

/** The parts of a path's description that differ between paths. */
interface DescribedPath {
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Component[];
  readonly content: Schema;
  readonly isPage?: boolean;
}

const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });
/** The schema of the document itself. */
const SELF: Schema = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
};

/** The name for the id of a parent or record in a path: `event_version`. */
const idName = (collection: string): string => collection.replace(/s$/, '').replaceAll('-', '_');

/** Id of an operation: `get_runs_run_strain_files`. */
function operationId(verb: string, path: string): string {
  const words = path === '/' ? ['root'] : (path.match(/[a-z]+/g) ?? []);
  return [verb, ...words].join('_');
}

function pathItem({ tag, path, summary, description, parameters, content, isPage = false }: DescribedPath): Schema {
  const others = {
    304: responseRef(isPage ? 'PageNotModified' : 'NotModified'),
    ...REFUSALS,
    405: responseRef('MethodNotAllowed'),
  };
  const operation = (verb: string, more: Schema): Schema => ({
    operationId: operationId(verb, path),
    tags: [tag],
    ...more,
  });
  const conditions = Object.keys(CONDITIONS).map(parameterRef);
  const answer = { description: summary, headers: headers(...(isPage ? PAGE_HEADERS : GET_HEADERS)), content };
  const headOnly = responseRef(isPage ? 'PageHeaders' : 'Headers');
  return {
    ...(parameters.length > 0 && { parameters: parameters.map(([name]) => parameterRef(name)) }),
    get: operation('get', { summary, description, parameters: conditions, responses: { 200: answer, ...others } }),
    head: operation('head', {
      summary: `${summary}: headers`,
      parameters: conditions,
      responses: { 200: headOnly, ...others },
    }),
    options: operation('options', {
      summary: `${summary}: description`,
      responses: { 200: responseRef('Description'), ...REFUSALS },
    }),
  };
}

/** The query parameters of a listing, or of another resource if `listing` is null. */
function queryParameters(listing: Listing | null): Component[] {
  const taken = listing ? allParameters(listing) : [RECORD_FORMAT];
  return taken.map((parameter) => [parameterName(parameter, listing), queryParameter(parameter, listing)]);
}

/** The path parameter for a record's id. `examples`: ids by collection. */
function idParameter({ name, title }: Collection, examples: ReadonlyMap<string, string>): Component {
  const example = examples.get(name);
  const parameter = {
    name: idName(name),
    in: 'path',
    required: true,
    description: `Id of a record, as used in links. Collection: ${title}.`,
    schema: { type: 'string' },
    ...(example !== undefined && { example }),
  };
  return [componentName(name, 'id'), parameter];
}

function describeListing(
  listing: Listing,
  collections: ReadonlyMap<string, Collection>,
  examples: ReadonlyMap<string, string>,
): DescribedPath {
  const { collection, segments } = listing;
  const find = (name: string): Collection => collections.get(name) as Collection;
  const parents = listing.parentNames.map(find);
  let next = 0;
  const path = segments.map((one) =>
    one === ID_PLACEHOLDER ? `{${idName(listing.parentNames[next++] as string)}}` : one,
  );
  const pages = entryLineSets(collection).map((set) => schemaRef(componentName(set, 'page')));
  const schema = pages.length === 1 ? (pages[0] as Schema) : { anyOf: pages };
  const where = parents.map(({ title }) => title).join(', ');
  return {
    path: `/${path.join('/')}`,
    tag: find(segments[0] as string).title,
    summary: where === '' ? collection.title : `${collection.title} below a record of: ${where}`,
    description: `${collection.description} Order: ${collection.order}.`,
    parameters: [...parents.map((parent) => idParameter(parent, examples)), ...queryParameters(listing)],
    content: { ...jsonContent(schema), [CSV_TYPE.replace(/;.*/, '')]: { schema: { type: 'string' } } },
    isPage: true,
  };
}

function describeRecord(collection: Collection, examples: ReadonlyMap<string, string>): DescribedPath {
  const { name, description } = describeRoute({ kind: 'record', collection, id: '' });
  return {
    path: `/${collection.name}/{${idName(collection.name)}}`,
    tag: collection.title,
    summary: name,
    description,
    parameters: [idParameter(collection, examples), ...queryParameters(null)],
    content: jsonContent(schemaRef(componentName(collection.name, 'detail'))),
  };
}

function describePlain(path: string, kind: 'root' | 'openapi', schema: Schema): DescribedPath {
  const { name, description } = describeRoute({ kind });
  return {
    path,
    tag: CATALOGUE,
    summary: name,
    description,
    parameters: queryParameters(null),
    content: jsonContent(schema),
  };
}

/** Creates the document. `baseUrl` has no trailing slash. */
export async function openApiDocument(
  release: Release,
  baseUrl: string,
  { title, license }: Pick<Config, 'title' | 'license'>,
): Promise<Schema> {
  const { collections } = release;
  const examples = await exampleIds(release);
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  const described = [
    describePlain('/', 'root', schemaRef('Root')),
    ...allListings(collections).map((listing) => describeListing(listing, byName, examples)),
    ...collections.filter(hasRecords).map((collection) => describeRecord(collection, examples)),
    ...OPENAPI_NAMES.map((name) => describePlain(`/${name}`, 'openapi', SELF)),
  ];
  const whole = wholeListings(collections).map(({ collection }) => collection.title);
  const parameters = { ...CONDITIONS, ...Object.fromEntries(described.flatMap((one) => one.parameters)) };
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      description: 'The GWOSC API v2. Errors are always JSON.',
      ...(license !== null && { license: { name: 'Licence of the data', url: license } }),
    },
    servers: [{ url: `${baseUrl}/${API_ROOT}` }],
    security: [],
    tags: [CATALOGUE, ...whole].map((name) => ({ name, description: `${name}.` })),
    paths: Object.fromEntries(described.map((one) => [one.path, pathItem(one)])),
    components: {
      schemas: responseComponents(),
      parameters,
      headers: headerComponents(release.data.cache),
      responses: RESPONSES,
    },
  };
}
