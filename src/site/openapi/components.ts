/** Shared headers and responses of the OpenAPI document. Build time. */

import { ALLOW, JSON_TYPE } from '../../contract/headers.ts';
import { type Schema, schemaRef } from './schemas.ts';

export const responseRef = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });
const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
export const headers = (...names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, headerRef(name)]));

export const COMMON_HEADERS = [
  'Allow',
  'Vary',
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];

const text = (description: string, example: string): Schema => ({ description, schema: { type: 'string' }, example });

export const HEADERS: Readonly<Record<string, Schema>> = {
  Allow: text('The methods of every path.', ALLOW),
  Vary: text('What of the request an answer can depend on.', 'Accept'),
  'Cache-Control': text('How long the answer may be kept.', 'public, max-age=300, stale-while-revalidate=86400'),
  'Access-Control-Allow-Origin': text('Any page may ask.', '*'),
  'Access-Control-Expose-Headers': text('What a page may read of the headers.', 'ETag, Link'),
  ETag: text('Tag of the body: the same bytes have the same tag.', '"0123456789abcdef0123456789abcdef"'),
  Link: text(
    'Only with `format=csv`: the URLs of the first, previous, next and last page (RFC 8288).',
    '<https://host.invalid/api/v2/runs?format=csv&page=1>; rel="first"',
  ),
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer' }, example: 10 },
  'Access-Control-Allow-Methods': text('For preflight requests.', ALLOW),
  'Access-Control-Allow-Headers': text('For preflight requests.', '*'),
  'Access-Control-Max-Age': {
    description: 'Seconds that a preflight may be kept.',
    schema: { type: 'integer' },
    example: 86400,
  },
};

export const jsonOf = (schema: Schema): Schema => ({ [JSON_TYPE]: { schema } });

function refusal(description: string, ...more: readonly string[]): Schema {
  return { description, headers: headers(...COMMON_HEADERS, ...more), content: jsonOf(schemaRef('Error')) };
}

export const RESPONSES: Readonly<Record<string, Schema>> = {
  Headers: { description: 'The headers of GET.', headers: headers(...COMMON_HEADERS, 'ETag') },
  NotModified: {
    description: 'The tag of `If-None-Match` is that of the body.',
    headers: headers(...COMMON_HEADERS, 'ETag'),
  },
  BadRequest: refusal('A parameter is not valid, or this host cannot answer its value.'),
  NotFound: refusal('There is no such record, format or page.'),
  MethodNotAllowed: refusal('The path has GET, HEAD and OPTIONS alone.'),
  Unavailable: refusal('Part of the site cannot be read at the moment.', 'Retry-After'),
  Description: {
    description: 'What the path is, and the parameters it takes.',
    headers: headers(
      ...[...COMMON_HEADERS, 'ETag', 'Access-Control-Allow-Methods', 'Access-Control-Allow-Headers'],
      'Access-Control-Max-Age',
    ),
    content: jsonOf(schemaRef('Options')),
  },
};

/** Responses of refusals by status. */
export const REFUSALS: Readonly<Record<string, Schema>> = {
  400: responseRef('BadRequest'),
  404: responseRef('NotFound'),
  503: responseRef('Unavailable'),
};
