/** Shared headers, conditions and responses in the OpenAPI document. */

import { ALLOW, IF_NONE_MATCH, JSON_TYPE } from '../../../core/contract/headers.ts';
import { type Schema, schemaRef } from './schemas.ts';

/** A reference to a component in `RESPONSES`. */
export const responseRef = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });
const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
/** References to components in `HEADERS`, by name. */
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

const text = (description: string, example: string): Schema => ({ description, schema: { type: 'string' }, example });

const TAG = '"0123456789abcdef0123456789abcdef"';

/** All response headers. */
export const HEADERS: Readonly<Record<string, Schema>> = {
  Allow: text('The methods that every path allows.', ALLOW),
  Vary: text('Request headers that the response can depend on.', 'Accept'),
  'Cache-Control': text('How long the response may be cached.', 'public, max-age=300, stale-while-revalidate=86400'),
  'Access-Control-Allow-Origin': text('Pages of every origin may send requests.', '*'),
  'Access-Control-Expose-Headers': text(
    'Headers that pages of other origins may read.',
    'ETag, Link, Stillwave-Ignored, Stillwave-Release',
  ),
  ETag: text('Tag of the body: the same bytes have the same tag.', TAG),
  Link: text(
    'Only for pages with `format=csv`: the URLs of the first, previous, next and last one (RFC 8288).',
    '<https://host.invalid/api/v2/runs?format=csv&page=1>; rel="first"',
  ),
  'Stillwave-Release': text(
    'Id of the release; compare it between pages. Hosts with rewrite rules do not send it.',
    '0123456789abcdef',
  ),
  'Stillwave-Ignored': text('Parameters of the request that had no effect.', 'releas'),
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' }, example: 10 },
  'Access-Control-Allow-Methods': text('For preflight requests.', ALLOW),
  'Access-Control-Allow-Headers': text('For preflight requests.', '*'),
  'Access-Control-Max-Age': {
    description: 'Seconds for which a preflight response may be cached.',
    schema: { type: 'integer' },
    example: 86400,
  },
};

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
