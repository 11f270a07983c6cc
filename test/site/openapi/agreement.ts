/** Compares answers with the OpenAPI document: status, headers, media type and body. */

import { registerSchema, type Validator, validate } from '@hyperjump/json-schema/openapi-3-1';
import type { Answer } from '../../oracle/compare.ts';
import { ask, askDamaged, document, isPage, text, urlOf } from './document.ts';

// Registered, it is read once. The dialect is the default for OpenAPI 3.1.
const DOCUMENT = 'https://gw.catalogue.org/openapi.json';
registerSchema(JSON.parse(text), DOCUMENT, 'https://spec.openapis.org/oas/3.1/schema-base');

/** Not documented as headers: OpenAPI describes the type along with the body, and the others depend on how a body is sent. */
const OF_THE_BODY = ['content-type', 'content-length', 'content-encoding'];
/** Sent only with some of the answers that it is documented for. */
const OPTIONAL = ['link', 'stillwave-ignored'];
/** A site without a usable release cannot name one. */
const OPTIONAL_IF_UNAVAILABLE = [...OPTIONAL, 'stillwave-release'];

const validators = new Map<string, Validator>();

/** The fault in a body, by the schema at a place in the document; null if there is none. */
async function bodyFault(place: string, body: unknown): Promise<string | null> {
  const known = validators.get(place) ?? (await validate(`${DOCUMENT}#${place}`));
  validators.set(place, known);
  const output = known(body as Parameters<Validator>[0], 'BASIC');
  return output.valid ? null : JSON.stringify(output).slice(0, 500);
}

/** A step of a JSON pointer in a URI. */
const step = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The difference between the headers of an answer and the headers documented for it; null if there is none. */
function headerFault(
  headers: Answer['headers'],
  documented: Readonly<Record<string, { $ref: string }>>,
  optional: readonly string[],
): string | null {
  const known = new Map(Object.entries(documented).map(([name, { $ref }]) => [name.toLowerCase(), $ref]));
  const more = Object.keys(headers).filter((name) => !known.has(name) && !OF_THE_BODY.includes(name));
  const missing = [...known.keys()].filter((name) => headers[name] === undefined && !optional.includes(name));
  const wrong = [...known].filter(([name, $ref]) => {
    const { schema } = document.components.headers[$ref.replace(/^.*\//, '')] as { schema: { type: string } };
    return schema.type === 'integer' && headers[name] !== undefined && !/^\d+$/.test(headers[name]);
  });
  if (more.length + missing.length + wrong.length === 0) return null;
  return `headers not documented: ${more}; not sent: ${missing}; not integers: ${wrong.map(([name]) => name)}`;
}

/** The difference between an answer and the document; null if they agree. */
export async function fault(path: string, method: string, { status, headers, body }: Answer): Promise<string | null> {
  const item = document.paths[path];
  // The document has no operations for methods that get a 405; GET describes that response.
  const operation = method === 'HEAD' ? 'head' : method === 'OPTIONS' ? 'options' : 'get';
  const response = item?.[operation].responses[status];
  if (response === undefined) return `${operation} of ${path} has no ${status}`;
  const reference = '$ref' in response ? response.$ref : null;
  const resolved = '$ref' in response ? document.components.responses[response.$ref.replace(/^.*\//, '')] : response;
  const header = headerFault(
    headers,
    (resolved?.headers ?? {}) as Record<string, { $ref: string }>,
    status === 503 ? OPTIONAL_IF_UNAVAILABLE : OPTIONAL,
  );
  if (header !== null) return header;
  const sent = headers['content-type'];
  const hasBody = status !== 304;
  if (!hasBody) return body === '' && sent === undefined ? null : `a 304 with a body, or the type ${sent}`;
  // A HEAD has the media types of GET, but no body.
  const get = item?.get.responses[status];
  const types = Object.keys((operation === 'head' && get && 'content' in get ? get : resolved)?.content ?? {});
  const type = sent?.replace(/;.*/, '') ?? '';
  if (!types.includes(type)) return `${status} has the type ${sent}, not one of ${types}`;
  if (method === 'HEAD') return body === '' ? null : 'a HEAD with a body';
  const place = reference?.slice(1) ?? `/paths/${step(path)}/${operation}/responses/${status}`;
  return bodyFault(`${place}/content/${step(type)}/schema`, type === 'text/csv' ? body : JSON.parse(body));
}

const patterns = Object.keys(document.paths).map((path) => {
  return [new RegExp(`^/gw/api/v2${path.replace(/\/$/, '').replace(/{\w+}/g, '[^/]+')}$`), path] as const;
});

/** The difference for a request; undefined if its path is not in the document. */
export async function disagreement(method: string, url: string, answer: Answer): Promise<string | null | undefined> {
  const [, path] = patterns.find(([pattern]) => pattern.test(url.replace(/\/?(\?.*)?$/, ''))) ?? [];
  return path === undefined ? undefined : fault(path, method, answer);
}

interface Kind {
  readonly method: string;
  readonly status: number;
  readonly type: 'json' | 'csv';
  readonly answer: Answer;
}

/** One answer of each kind that a path has. */
export async function answersOf(path: string): Promise<Kind[]> {
  const url = urlOf(path, []);
  const kinds: Kind[] = [];
  for (const type of isPage(path) ? (['json', 'csv'] as const) : (['json'] as const)) {
    const query = type === 'csv' ? '?format=csv&page=1' : '';
    for (const method of ['GET', 'HEAD']) {
      const first = await ask(`${url}${query}`, method);
      kinds.push({ method, status: 200, type, answer: first });
      const tag = { 'if-none-match': String(first.headers.etag) };
      kinds.push({ method, status: 304, type, answer: await ask(`${url}${query}`, method, tag) });
    }
  }
  for (const method of ['GET', 'HEAD']) {
    kinds.push({ method, status: 400, type: 'json', answer: await ask(`${url}?format=api&format=api`, method) });
    kinds.push({ method, status: 404, type: 'json', answer: await ask(`${url}?format=x`, method) });
    kinds.push({ method, status: 503, type: 'json', answer: await askDamaged(url, method) });
  }
  kinds.push({ method: 'POST', status: 405, type: 'json', answer: await ask(url, 'POST') });
  kinds.push({ method: 'OPTIONS', status: 200, type: 'json', answer: await ask(url, 'OPTIONS') });
  kinds.push({ method: 'OPTIONS', status: 503, type: 'json', answer: await askDamaged(url, 'OPTIONS') });
  return kinds;
}
