/** Requests for the root, the documents, the home page, the archive, and paths that do not exist. All are below the base URL. */

import { ARCHIVE_ROOTS } from '../core/contract/archive-paths.ts';
import type { Collection } from '../core/contract/collection.ts';
import { API_ROOT, DOCS_NAME, OPENAPI_NAMES, OPENAPI_PATH } from '../core/contract/paths.ts';
import { type CheckRequest, protocolRequests, requestFor } from './request.ts';

/** Below the API's root. The names of the collections are added: some have no top-level listing. */
const UNKNOWN = [
  ...[
    '/',
    '_',
    'x',
    'x/y/z',
    '_errors/404.json',
    'Strain-Files',
    '/strain-files',
    'strain-files//',
    'strain-files/_/20/1.json',
  ],
  ...['event-versions/x/y', 'default-parameters/far', 'runs//strain-files', 'strain%2Dfiles', 'strain-files%2F'],
];

const ARCHIVED = [
  'a.gwf',
  'a.gwf/',
  'a.gwf/?x=y&format=api',
  'O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  'json/GWTC-1-confident/GW150914/v3/H-H1_GWOSC_4KHZ_R1-1126259447-32.txt.gz',
  ...['', '...', 'a;b.gwf', 'a//b.gwf'],
];

export function pathRequests(collections: readonly Collection[]): CheckRequest[] {
  const root = `${API_ROOT}/`;
  const unknown = [...UNKNOWN, ...collections.map(({ name }) => name)].map((path) => root + path);
  const queries = ['?format=json&x=y', '?format=xml', '?format=csv', '?format=api&format=api'];
  const documents = [...OPENAPI_NAMES, DOCS_NAME].map((name) => root + name);
  const archived = ARCHIVE_ROOTS.flatMap((folder) => ARCHIVED.map((path) => `${folder}/${path}`));
  return [
    ...['', API_ROOT, root, ...queries.map((query) => root + query)].map((target) => requestFor('paths', target)),
    ...documents.flatMap((path) => [path, `${path}?format=json`]).map((target) => requestFor('documents', target)),
    ...unknown.map((target) => requestFor('paths', target)),
    ...archived.map((target) => requestFor('archive', target)),
    ...[root, OPENAPI_PATH, `${ARCHIVE_ROOTS[0]}/a.gwf`].flatMap(protocolRequests),
  ];
}
