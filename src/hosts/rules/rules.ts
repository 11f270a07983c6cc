/**
 * The rewrite rules, before any host's syntax: which file answers a request, and what refuses it where there is none.
 *
 * In: settings and the contract's tables without the catalogue's vocabulary, so that a new catalog needs no new rules. Out:
 * patterns and templates that emitters write down in their host's own words; statuses, headers and bodies come with them.
 * A host tries the answers in order; the first whose path matches names a file; where that is missing, the first of its
 * refusals that applies is sent. Refusals are in the contract's order of failures. Pure.
 */

import { createCollections } from '../../collections/registry.ts';
import { allListings, hasRecords } from '../../contract/collection.ts';
import {
  type Headers,
  HTML_TYPE,
  PACK_HEADERS,
  PART_HEADERS,
  POINTER_HEADERS,
  redirectHeaders,
  successHeaders,
} from '../../contract/headers.ts';
import { FORMAT } from '../../contract/parameters.ts';
import {
  API_ROOT,
  ARCHIVE_ROOTS,
  DOCUMENT_NAMES,
  detailPath,
  fixedBodyPath,
  HOME_BODY_PATH,
  MANIFEST_PATH,
  OPENAPI_PATH,
  optionsBodyPath,
  PACK_FOLDER,
  PART_FOLDER,
  RELEASE_PATH,
} from '../../contract/paths.ts';
import { FOUND } from '../../contract/statuses.ts';
import type { HostSettings } from '../host.ts';
import { listingAnswer, shareReadings } from './listing-rules.ts';
import { ALWAYS, createParts, matches, value } from './rule-parts.ts';
import {
  ARCHIVE_PATH,
  ENCODED_QUERY,
  escapePattern,
  FORMAT_READING,
  givenTwice,
  METHOD_READING,
  PAGE_READING,
  PAGE_SIZE_READING,
  type PatternOptions,
  RECORD_READING,
  SEGMENT,
  TARGET_READING,
  targetReading,
} from './rule-readings.ts';
import type { Answer, Rule, Rules } from './rule-types.ts';

/** Makes the rules of one site; every function of it reads the same settings. */
export function createRules(settings: HostSettings, options: PatternOptions): Rules {
  const { cache, enumerate, archiveUrl } = settings;
  const collections = createCollections();
  const parts = createParts(settings);
  const { base, success, notFound, notDecoded, refuseParameter, pathRules, methodRules } = parts;

  /** For paths where only the format means anything. */
  const formatRules: readonly Rule[] = [
    { when: matches(ENCODED_QUERY), outcome: notDecoded },
    { when: matches(givenTwice(FORMAT.name)), outcome: refuseParameter(true, 'record', 'repeated', FORMAT.name) },
    { when: ALWAYS, outcome: notFound },
  ];
  const recordMarks = [METHOD_READING, TARGET_READING, RECORD_READING, FORMAT_READING].map(value).join('');

  const withRecords = collections.filter(hasRecords).map(({ name }) => name);

  const record: Answer = {
    name: 'record',
    path: `^${base}/${API_ROOT}/(${withRecords.join('|')})/(${SEGMENT})/?$`,
    groups: ['collection', 'id'],
    success: {
      kind: 'file',
      file: detailPath('{collection}', '{id}').replace(API_ROOT, `${API_ROOT}${recordMarks}`),
      headers: success,
    },
    refusals: [
      ...pathRules,
      { when: { kind: 'missing', file: detailPath('{collection}', '{id}') }, outcome: notFound },
      ...methodRules(optionsBodyPath({ kind: 'record', collection: { name: '{collection}', title: '' } })),
      ...formatRules,
    ],
  };

  const root: Answer = {
    name: 'root',
    path: `^${base}/${API_ROOT}/?$`,
    groups: [],
    success: {
      kind: 'file',
      file: fixedBodyPath('root').replace(API_ROOT, `${API_ROOT}${recordMarks}`),
      headers: success,
    },
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'root' })), ...formatRules],
  };

  const openApi: Answer = {
    name: 'openapi',
    path: `^${base}/${API_ROOT}/(?:${DOCUMENT_NAMES.map(escapePattern).join('|')})/?$`,
    groups: [],
    success: {
      kind: 'file',
      file: OPENAPI_PATH.replace(API_ROOT, `${API_ROOT}${recordMarks}`),
      headers: success,
    },
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'openapi' })), ...formatRules],
  };

  const home: Answer = {
    name: 'home',
    path: `^${base}/?$`,
    groups: [],
    success: {
      kind: 'file',
      file: `${value(METHOD_READING)}${value(TARGET_READING)}${HOME_BODY_PATH}`,
      headers: successHeaders(cache, HTML_TYPE),
    },
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'home' })), { when: ALWAYS, outcome: notFound }],
  };

  function archive(url: string): Answer {
    const { location: _, ...headers } = redirectHeaders(cache, '');
    return {
      name: 'archive',
      path: `^${base}/((?:${ARCHIVE_ROOTS.join('|')})/${ARCHIVE_PATH})/?$`,
      groups: ['path'],
      success: { kind: 'redirect', status: FOUND, location: `${url}/{path}`, headers },
      refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'archive' }))],
    };
  }

  /** The site's own files, for request handlers elsewhere that read them from here. */
  function files(name: string, path: string, headers: Headers): Answer {
    return {
      name,
      path: `^${base}/(${path})$`,
      groups: ['file'],
      success: { kind: 'file', file: `${value(METHOD_READING)}${value(TARGET_READING)}{file}`, headers },
      refusals: [
        ...pathRules,
        { when: { kind: 'missing', file: '{file}' }, outcome: notFound },
        ...methodRules(optionsBodyPath({ kind: 'root' })),
        { when: ALWAYS, outcome: notFound },
      ],
    };
  }

  const share = shareReadings();
  const ofListings = allListings(collections).map((listing) =>
    listingAnswer(listing, collections, parts, enumerate, { ...options, share }),
  );
  return {
    readings: [
      METHOD_READING,
      targetReading({ before: options.beforeTarget ?? '' }),
      FORMAT_READING,
      PAGE_SIZE_READING,
      PAGE_READING,
      RECORD_READING,
      ...new Set(ofListings.flatMap(({ readings }) => readings)),
    ],
    answers: [
      ...ofListings.map(({ answer }) => answer),
      record,
      root,
      openApi,
      home,
      ...(archiveUrl === null ? [] : [archive(archiveUrl)]),
      files('packs', `${PACK_FOLDER}/${SEGMENT}`, PACK_HEADERS),
      files('parts', `${PART_FOLDER}/${SEGMENT}`, PART_HEADERS),
      files('pointers', `${escapePattern(RELEASE_PATH)}|${escapePattern(MANIFEST_PATH)}`, POINTER_HEADERS),
    ],
    notFound,
  };
}
