/** The OpenAPI document of the shipped catalogue from a request handler, and requests created from it. */

import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { createSite } from '../../../src/core/handler/site.ts';
import { sha256 } from '../../../src/fs/hash.ts';
import type { Answer } from '../../oracle/compare.ts';
import { openSiteAt } from '../../support/built-site.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const BASE_URL = 'https://gw.catalogue.org/gw';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
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
  readonly get: Operation;
  readonly head: Operation;
  readonly options: Operation;
}

interface Operation {
  readonly parameters?: readonly Reference[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Document {
  readonly info: { readonly license?: { readonly name: string; readonly url: string } };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly schema: { readonly type: string } }>>;
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

export const built = openSiteAt(inject('shipped').root, { baseUrl: BASE_URL });

export const ask = (url: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
  built.answer({ method, url: `/gw/api/v2${url}`, headers });

/** The answer of a site whose disk cannot be read. */
export async function askDamaged(url: string, method: string): Promise<Answer> {
  const none = createSite({ readFile: () => Promise.reject(new Error('no disk')), sha256 });
  const request = { method, url: `/gw/api/v2${url}`, header: () => undefined };
  const { status, headers, body } = await none.respond(request);
  return { status, headers, body: new TextDecoder().decode(body) };
}

export const text = (await ask('/openapi.json')).body;
export const document = JSON.parse(text) as Document;

/** True for paths of listings, which have CSV too. */
export const isPage = (path: string): boolean =>
  'text/csv' in ((document.paths[path] as PathItem).get.responses[200] as Required<Response>).content;

export const parametersOf = ({ parameters = [] }: Pick<Operation, 'parameters'>): Parameter[] =>
  parameters.map(({ $ref }) => document.components.parameters[$ref.replace(/^.*\//, '')] as Parameter);

/** The path with its ids, and the query parameters serialised as in the document. */
export function urlOf(path: string, query: readonly Parameter[]): string {
  const ids = parametersOf(document.paths[path] as PathItem).filter((one) => one.in === 'path');
  const filled = ids.reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path);
  const pairs = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return `${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}
