/** Shared headers, conditions and responses in the OpenAPI document. */

import {
  type CacheLifetimes,
  entityTag,
  type Headers,
  handlerHeaders,
  IF_NONE_MATCH,
  ignoredHeader,
  JSON_TYPE,
  linkHeader,
  PREFLIGHT,
  successHeaders,
} from '../../../core/contract/headers.ts';
import { RETRY_AFTER_S } from '../../../core/contract/refusals.ts';
import { type Schema, schemaRef } from './schemas.ts';

/** A reference to a component in `RESPONSES`. */
export const responseRef = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });
const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
/** References to the components of these headers. */
export const headers = (...names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, headerRef(name)]));

const COMMON_HEADERS = [
  'Allow',
  'Vary',
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Stillwave-Release',
];

const EXAMPLE_HASH = '0123456789abcdef';
const TAG = entityTag(EXAMPLE_HASH.repeat(4));

/** Descriptions of all response headers. */
const MEANINGS = {
  Allow: 'The methods that every path allows.',
  Vary: 'Request headers that the response can depend on.',
  'Cache-Control': 'How long the response may be cached.',
  'Access-Control-Allow-Origin': 'Pages of every origin may send requests.',
  'Access-Control-Expose-Headers': 'Headers that pages of other origins may read.',
  ETag: 'Tag of the body: the same bytes have the same tag.',
  Link: 'Only for pages with `format=csv`: the URLs of the first, previous, next and last one (RFC 8288).',
  'Stillwave-Release': 'Id of the release; compare it between pages. Hosts with rewrite rules do not send it.',
  'Stillwave-Ignored': 'Parameters of the request that had no effect.',
  'Retry-After': 'Seconds after which to try again.',
  'Access-Control-Allow-Methods': 'For preflight requests.',
  'Access-Control-Allow-Headers': 'For preflight requests.',
  'Access-Control-Max-Age': 'Seconds for which a preflight response may be cached.',
} as const;

/** All response headers, with the values that a site with these lifetimes sends. */
export function headerComponents(cache: CacheLifetimes): Record<string, Schema> {
  const values: Headers = {
    ...handlerHeaders(successHeaders(cache), EXAMPLE_HASH),
    ...PREFLIGHT,
    ...linkHeader({ first: 'https://host.invalid/api/v2/runs?format=csv&page=1' }),
    ...ignoredHeader(['releas']),
    etag: TAG,
    'retry-after': String(RETRY_AFTER_S),
  };
  const components = Object.entries(MEANINGS).map(([name, description]): [string, Schema] => {
    const value = values[name.toLowerCase()] ?? '';
    const [type, example] = /^\d+$/.test(value) ? ['integer', Number(value)] : ['string', value];
    return [name, { description, schema: { type }, example }];
  });
  return Object.fromEntries(components);
}

/** Parameters that make a GET or HEAD request conditional, by component name. */
export const CONDITIONS: Readonly<Record<string, Schema>> = {
  IfNoneMatch: {
    name: IF_NONE_MATCH,
    in: 'header',
    required: false,
    description:
      'Tags (`ETag`) of the bodies that the client has. If the body has one of them, the response is a 304 without a body.',
    schema: { type: 'string' },
    example: TAG,
  },
};

/** The content of a JSON response. */
export const jsonContent = (schema: Schema): Schema => ({ [JSON_TYPE]: { schema } });

function refusal(description: string, ...more: readonly string[]): Schema {
  return { description, headers: headers(...COMMON_HEADERS, ...more), content: jsonContent(schemaRef('Error')) };
}

/** Headers of a 200 response to GET or HEAD. */
export const GET_HEADERS = [...COMMON_HEADERS, 'ETag', 'Stillwave-Ignored'];
/** Headers of a listing page, which can be CSV. */
export const PAGE_HEADERS = [...GET_HEADERS, 'Link'];
const NOT_MODIFIED = `\`${IF_NONE_MATCH}\` lists the tag of the body.`;

/** Responses shared by several operations. */
export const RESPONSES: Readonly<Record<string, Schema>> = {
  Headers: { description: 'The headers of GET.', headers: headers(...GET_HEADERS) },
  PageHeaders: { description: 'The headers of GET.', headers: headers(...PAGE_HEADERS) },
  NotModified: { description: NOT_MODIFIED, headers: headers(...GET_HEADERS) },
  PageNotModified: { description: NOT_MODIFIED, headers: headers(...PAGE_HEADERS) },
  BadRequest: refusal('A parameter is invalid, or this host cannot answer its value.'),
  NotFound: refusal('There is no such record, format or page.'),
  MethodNotAllowed: refusal('Only GET, HEAD and OPTIONS are allowed.'),
  Unavailable: refusal('Part of the site cannot be read at the moment.', 'Retry-After'),
  Description: {
    description: 'A description of the path and of its parameters.',
    headers: headers(
      ...[...GET_HEADERS, 'Access-Control-Allow-Methods', 'Access-Control-Allow-Headers'],
      'Access-Control-Max-Age',
    ),
    content: jsonContent(schemaRef('Options')),
  },
};

/** Responses for refusals, by status. */
export const REFUSALS: Readonly<Record<string, Schema>> = {
  400: responseRef('BadRequest'),
  404: responseRef('NotFound'),
  503: responseRef('Unavailable'),
};
