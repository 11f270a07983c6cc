/**
 * The OpenAPI 3.1 document of a release: every path, parameter, header and body, generated from the collection definitions and
 * the response schemas.
 *
 * In: a release with its complete index, for example ids. Out: a plain object whose only URL is the server's. Parameters come
 * from the listings, response schemas from `schemas/responses/`. Build time.
 */

import { allListings, type Collection, hasRecords, type Listing, PARENT } from '../../../core/contract/collection.ts';
import { CSV_TYPE } from '../../../core/contract/headers.ts';
import { RECORD_FORMAT } from '../../../core/contract/parameters.ts';
import { API_ROOT, DOCUMENT_NAMES } from '../../../core/contract/paths.ts';
import { allParameters } from '../../../core/contract/query.ts';
import type { Release } from '../../../core/handler/release.ts';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import { describeTarget } from '../describe.ts';
import {
  CONDITIONS,
  GET_HEADERS,
  HEADERS,
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

/** Version of the API, as in its path. */
const API_VERSION = '2.0.0';

type Operation = Readonly<Record<string, unknown>>;
type PathItem = Readonly<Record<string, unknown>>;

const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });
/** The operation that returns the document itself. */
const SELF: Schema = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
};

/** The name of a parent's or record's id in a path: `event_version`. */
const idName = (collection: string): string => collection.replace(/s$/, '').replaceAll('-', '_');

/** Id of an operation: `list_runs_strain_files`. */
const operationId = (verb: string, path: string): string => [verb, ...(path.match(/[a-z]+/g) ?? [])].join('_');

interface Described {
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Schema[];
  readonly content: Schema;
  readonly isPage?: boolean;
  readonly refusals: readonly string[];
}

function pathItem(about: Described): PathItem {
  const { tag, path, summary, description, parameters, content, isPage = false } = about;
  const refusals = Object.fromEntries(about.refusals.map((status) => [status, REFUSALS[status]]));
  const others = {
    304: responseRef(isPage ? 'PageNotModified' : 'NotModified'),
    ...refusals,
    405: responseRef('MethodNotAllowed'),
  };
  const operation = (verb: string, more: Operation): Operation => ({
    operationId: operationId(verb, path),
    tags: [tag],
    ...more,
  });
  const conditions = Object.keys(CONDITIONS).map(parameterRef);
  const answer = { description: summary, headers: headers(...(isPage ? PAGE_HEADERS : GET_HEADERS)), content };
  const headOnly = responseRef(isPage ? 'PageHeaders' : 'Headers');
  return {
    ...(parameters.length > 0 && { parameters }),
    get: operation('get', { summary, description, parameters: conditions, responses: { 200: answer, ...others } }),
    head: operation('head', {
      summary: `${summary}: headers`,
      parameters: conditions,
      responses: { 200: headOnly, ...others },
    }),
    options: operation('options', {
      summary: `${summary}: description`,
      responses: { 200: responseRef('Description'), ...refusals },
    }),
  };
}

/** The document. `baseUrl`: without trailing slash. */
export async function openApiDocument(
  release: Release,
  baseUrl: string,
  title = DEFAULT_CONFIG.title,
): Promise<Schema> {
  const parameters: Record<string, Schema> = { ...CONDITIONS };

  function query(listing: Listing | null): Schema[] {
    const taken = listing ? allParameters(listing) : [RECORD_FORMAT];
    return taken.map((parameter) => {
      const name = parameterName(parameter, listing);
      parameters[name] ??= queryParameter(parameter, listing);
      return parameterRef(name);
    });
  }

  const examples = await exampleIds(release);

  function idParameter({ name, title }: Collection): Schema {
    const example = examples.get(name);
    parameters[componentName(name, 'id')] ??= {
      name: idName(name),
      in: 'path',
      required: true,
      description: `Id of a record, as used in links. Collection: ${title}.`,
      schema: { type: 'string' },
      ...(example !== undefined && { example }),
    };
    return parameterRef(componentName(name, 'id'));
  }

  const find = (name: string): Collection => release.collections.find((one) => one.name === name) as Collection;

  function listingItem(listing: Listing): readonly [string, PathItem] {
    const { collection, parents } = listing;
    let next = 0;
    const segments = listing.segments.map((one) => (one === PARENT ? `{${idName(parents[next++] as string)}}` : one));
    const path = `/${segments.join('/')}`;
    const ids = parents.map((name) => idParameter(find(name)));
    const pages = collection.entrySets.map((set) => schemaRef(componentName(set, 'page')));
    const schema = pages.length === 1 ? (pages[0] as Schema) : { anyOf: pages };
    const where = parents.map((name) => find(name).title).join(', ');
    return [
      path,
      pathItem({
        path,
        tag: find(segments[0] as string).title,
        summary: where === '' ? collection.title : `${collection.title} below a record of: ${where}`,
        description: `${collection.description} Order: ${collection.order}.`,
        parameters: [...ids, ...query(listing)],
        content: { ...jsonContent(schema), [CSV_TYPE.replace(/;.*/, '')]: { schema: { type: 'string' } } },
        isPage: true,
        refusals: ['400', '404', '503'],
      }),
    ];
  }

  function recordItem(collection: Collection): readonly [string, PathItem] {
    const path = `/${collection.name}/{${idName(collection.name)}}`;
    const { name, description } = describeTarget({ kind: 'record', collection });
    const schema = schemaRef(componentName(collection.name, 'detail'));
    return [
      path,
      pathItem({
        path,
        tag: collection.title,
        summary: name,
        description,
        parameters: [idParameter(collection), ...query(null)],
        content: jsonContent(schema),
        refusals: ['400', '404', '503'],
      }),
    ];
  }

  function plainItem(path: string, summary: string, description: string, schema: Schema): readonly [string, PathItem] {
    return [
      path,
      pathItem({
        path: path === '/' ? 'root' : path,
        tag: 'Catalogue',
        summary,
        description,
        parameters: query(null),
        content: jsonContent(schema),
        refusals: ['400', '404', '503'],
      }),
    ];
  }

  const root = describeTarget({ kind: 'root' });
  const self = describeTarget({ kind: 'openapi' });
  const items = [
    plainItem('/', root.name, root.description, schemaRef('Root')),
    ...allListings(release.collections).map(listingItem),
    ...release.collections.filter(hasRecords).map(recordItem),
    ...DOCUMENT_NAMES.map((name) => plainItem(`/${name}`, self.name, self.description, SELF)),
  ];
  const tags = [
    'Catalogue',
    ...release.collections
      .filter(({ listings }) => listings.some((one) => one.parents.length === 0))
      .map(({ title }) => title),
  ];
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      description: 'The GWOSC API v2. Errors are JSON, whatever the format.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/${API_ROOT}` }],
    security: [],
    tags: tags.map((name) => ({ name, description: `${name}.` })),
    paths: Object.fromEntries(items),
    components: { schemas: responseComponents(), parameters, headers: HEADERS, responses: RESPONSES },
  };
}
