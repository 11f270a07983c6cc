/**
 * The rewrite rules, independent of any host's syntax: which file answers a request, and which refusal is sent if it does not exist.
 *
 * In: settings and the contract's tables without the catalogue's vocabulary, so a new catalog needs no new rules. Out: patterns and
 * templates with statuses, headers and bodies, which emitters write in their host's syntax.
 * A host uses the first answer whose path matches; it names a file. If the file does not exist, the host sends the first refusal that
 * applies. Refusals are in the contract's order of failures. Pure.
 */

import { createCollections } from '../../core/collections/registry.ts';
import { ARCHIVE_ROOTS } from '../../core/contract/archive-paths.ts';
import { ASSET_TYPES, type AssetEnding, assetHeaders, assetPattern } from '../../core/contract/assets.ts';
import { escapePattern } from '../../core/contract/codec-patterns.ts';
import { allListings, hasRecords } from '../../core/contract/collection.ts';
import { DOWNLOAD_FOLDER, DOWNLOAD_TYPES } from '../../core/contract/downloads.ts';
import {
  downloadHeaders,
  type Headers,
  HTML_TYPE,
  PACK_HEADERS,
  PART_HEADERS,
  POINTER_HEADERS,
  redirectHeaders,
  successHeaders,
  TEXT_TYPE,
} from '../../core/contract/headers.ts';
import { FORMAT } from '../../core/contract/parameters.ts';
import {
  API_ROOT,
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
  ROBOTS_PATH,
  recordPath,
} from '../../core/contract/paths.ts';
import { FOUND } from '../../core/contract/statuses.ts';
import type { HostSettings } from '../host.ts';
import { listingAnswer, shareVariables } from './listing-rules.ts';
import {
  ARCHIVE_PATH,
  ENCODED_QUERY,
  FORMAT_VARIABLE,
  givenTwice,
  METHOD_BODY_VARIABLE,
  METHOD_VARIABLE,
  PAGE_SIZE_VARIABLE,
  PAGE_VARIABLE,
  type PatternOptions,
  RECORD_VARIABLE,
  SEGMENT,
  TARGET_VARIABLE,
  targetVariable,
} from './request-variables.ts';
import { ALWAYS, createParts, matches, value } from './rule-parts.ts';
import { type Answer, patternOf, type Rule, type Rules, type Template } from './rule-types.ts';
import { shareRules } from './shared-listings.ts';

/** Pattern for downloads with this file extension. */
const downloadPattern = (ending: string): string => `${DOWNLOAD_FOLDER}/[a-z.-]+[.]${ending}`;

/** Creates the rules of one site. */
export function createRules(settings: HostSettings, options: PatternOptions): Rules {
  const { cache, enumerate, archiveUrl } = settings;
  const collections = createCollections();
  const parts = createParts(settings);
  const { base, success, notFound, notDecoded, refuseParameter, pathRules, methodRules } = parts;

  /** For paths whose only parameter is the format. */
  const formatRules: readonly Rule[] = [
    { when: matches(ENCODED_QUERY), outcome: notDecoded },
    { when: matches(givenTwice(FORMAT.name)), outcome: refuseParameter('record', 'repeated', FORMAT.name) },
    { when: ALWAYS, outcome: notFound },
  ];
  const fileMarkers = [METHOD_VARIABLE, TARGET_VARIABLE].map(value).join('');
  const recordMarkers = `${fileMarkers}${[RECORD_VARIABLE, FORMAT_VARIABLE].map(value).join('')}`;
  const sendFile = (file: Template, headers: Headers = success) => ({ kind: 'file', file, headers }) as const;

  const withRecords = collections.filter(hasRecords).map(({ name }) => name);

  const record: Answer = {
    name: 'record',
    path: patternOf(`^${base}/${recordPath('{collection}', '{id}')}/?$`, {
      collection: withRecords.join('|'),
      id: SEGMENT,
    }),
    success: sendFile(`${recordMarkers}${detailPath('{collection}', '{id}')}`),
    refusals: [
      ...pathRules,
      { when: { kind: 'missing', file: detailPath('{collection}', '{id}') }, outcome: notFound },
      ...methodRules(optionsBodyPath({ kind: 'record', collection: { name: '{collection}' } })),
      ...formatRules,
    ],
  };

  const root: Answer = {
    name: 'root',
    path: patternOf(`^${base}/${API_ROOT}/?$`),
    success: sendFile(`${recordMarkers}${fixedBodyPath('root')}`),
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'root' })), ...formatRules],
  };

  const openApi: Answer = {
    name: 'openapi',
    path: patternOf(`^${base}/${API_ROOT}/(?:${DOCUMENT_NAMES.map(escapePattern).join('|')})/?$`),
    success: sendFile(`${recordMarkers}${OPENAPI_PATH}`),
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'openapi' })), ...formatRules],
  };

  const home: Answer = {
    name: 'home',
    path: patternOf(`^${base}/?$`),
    success: sendFile(`${fileMarkers}${HOME_BODY_PATH}`, successHeaders(cache, HTML_TYPE)),
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'home' })), { when: ALWAYS, outcome: notFound }],
  };

  function archive(url: string): Answer {
    return {
      name: 'archive',
      path: patternOf(`^${base}/{path}$`, { path: `(?:${ARCHIVE_ROOTS.join('|')})/${ARCHIVE_PATH}/?` }),
      success: { kind: 'redirect', status: FOUND, location: `${url}/{path}`, headers: redirectHeaders(cache) },
      refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'archive' }))],
    };
  }

  /** The site's own files, for request handlers on other hosts that read them from here. */
  function files(name: string, path: string, headers: Headers, more: { readonly hasRanges?: true } = {}): Answer {
    return {
      name,
      path: patternOf(`^${base}/{file}$`, { file: path }),
      success: { ...sendFile(`${fileMarkers}{file}`, headers), ...more },
      refusals: [
        ...pathRules,
        { when: { kind: 'missing', file: '{file}' }, outcome: notFound },
        ...methodRules(optionsBodyPath({ kind: 'root' })),
        { when: ALWAYS, outcome: notFound },
      ],
    };
  }

  const share = shareVariables();
  const ofListings = shareRules(allListings(collections)).map((shared) =>
    listingAnswer(shared, collections, parts, { ...options, enumerate, share }),
  );
  return {
    variables: [
      METHOD_VARIABLE,
      METHOD_BODY_VARIABLE,
      targetVariable({ before: options.beforeTarget ?? '' }),
      FORMAT_VARIABLE,
      PAGE_SIZE_VARIABLE,
      PAGE_VARIABLE,
      RECORD_VARIABLE,
      ...new Set(ofListings.flatMap(({ variables }) => variables)),
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
      ...Object.entries(DOWNLOAD_TYPES).map(([ending, type]) =>
        files(`downloads_${ending}`, downloadPattern(ending), downloadHeaders(cache, type), { hasRanges: true }),
      ),
      ...Object.keys(ASSET_TYPES).map((ending) =>
        files(`assets_${ending}`, assetPattern(ending), assetHeaders(ending as AssetEnding)),
      ),
      files('robots', escapePattern(ROBOTS_PATH), successHeaders(cache, TEXT_TYPE)),
      files('pointers', `${escapePattern(RELEASE_PATH)}|${escapePattern(MANIFEST_PATH)}`, POINTER_HEADERS),
    ],
    notFound,
  };
}
