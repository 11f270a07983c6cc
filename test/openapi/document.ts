/** The OpenAPI document of the shipped catalogue from a request handler, and requests created from it. */

import { fileURLToPath } from 'node:url';
import { openBuiltSite } from '../proof/built-site.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BASE_URL = 'https://gw.catalogue.org/gw';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: unknown;
  readonly explode?: boolean;
  readonly 'x-unit'?: string;
}

interface Reference {
  readonly $ref: string;
}

export interface Response {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

export interface PathItem {
  readonly parameters?: readonly Reference[];
  readonly get: { readonly responses: Readonly<Record<string, Response | Reference>> };
}

export interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

export const built = await openBuiltSite(`${ROOT}/data`, { baseUrl: BASE_URL, archiveUrl: 'https://archive.test' });

export const ask = (url: string, method = 'GET') => built.answer({ method, url: `/gw/api/v2${url}`, headers: {} });

export const text = (await ask('/openapi.json')).body;
export const document = JSON.parse(text) as Document;

export const parametersOf = ({ parameters = [] }: PathItem): Parameter[] =>
  parameters.map(({ $ref }) => document.components.parameters[$ref.replace(/^.*\//, '')] as Parameter);

/** The path with its ids, and the query parameters serialised as in the document. */
export function urlOf(path: string, query: readonly Parameter[]): string {
  const ids = parametersOf(document.paths[path] as PathItem).filter((one) => one.in === 'path');
  const filled = ids.reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path);
  const pairs = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return `${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}
