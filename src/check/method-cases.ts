/** Cases for methods and conditional requests: the root, every listing, a record from each collection, and the archive. */

import { ARCHIVE_ROOTS } from '../core/contract/archive-paths.ts';
import type { Listing } from '../core/contract/collection.ts';
import { CSV_TYPE, JSON_TYPE } from '../core/contract/headers.ts';
import { API_ROOT } from '../core/contract/paths.ts';
import { allParameters } from '../core/contract/query.ts';
import type { AllowedMethod } from '../core/contract/refusals.ts';
import type { Description } from '../core/contract/wire.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import type { CatalogueSample } from './catalogue-sample.ts';
import {
  allOf,
  difference,
  firstFault,
  hasJson,
  isHeadOf,
  isNotFound,
  isOk,
  isPreflight,
  refusesMethod,
  revalidates,
  sameAs,
} from './expect.ts';
import { sampleRecords } from './record-cases.ts';

const HEAD: AllowedMethod = 'HEAD';
const OPTIONS: AllowedMethod = 'OPTIONS';
const OTHERS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** A path, and a label that stands for it in case ids. The label does not depend on the data. */
interface Subject {
  readonly label: string;
  readonly path: string;
}

/** Every listing, and a record from each collection. */
function answeredSubjects(sample: CatalogueSample): Subject[] {
  return [
    ...[...sample.listings.values()].map(({ listing, path }) => ({ label: `${API_ROOT}/${listing.path}`, path })),
    ...sampleRecords(sample).map(({ listing, path }) => ({ label: `${API_ROOT}/${listing.path}/{}`, path })),
  ];
}

const describes = (listing: Listing): Expectation =>
  hasJson<Description>((body) =>
    firstFault(
      difference('name', body.name, listing.collection.title),
      difference('description', body.description, listing.collection.description),
      difference('renders', body.renders, [JSON_TYPE, CSV_TYPE]),
      difference(
        'parameters',
        body.parameters.map(({ name, type, default: preset, allowed }) => [name, type, preset, allowed]),
        allParameters(listing).map(({ name, codec, default: preset }) => [
          name,
          codec.kind,
          preset === null ? null : codec.format(preset),
          codec.allowed,
        ]),
      ),
    ),
  );

const isDescription = hasJson<Description>(({ renders }) => difference('renders', renders[0], JSON_TYPE));

function optionsCases({ label, path }: Subject): Case[] {
  const headers = { origin: 'https://client.example', 'access-control-request-method': 'GET' };
  return [
    ...OTHERS.map((method) => testCase(`${method} ${label}`, path, refusesMethod(method), { method })),
    testCase(`${OPTIONS} ${label}`, path, isPreflight, { method: OPTIONS, headers }),
    testCase(`${OPTIONS} ${label} body`, path, allOf(isPreflight, isDescription), {
      method: OPTIONS,
      needs: ['options-body'],
    }),
  ];
}

export function methodCases(sample: CatalogueSample): Case[] {
  const answered = answeredSubjects(sample);
  const root = { label: `${API_ROOT}/`, path: `${API_ROOT}/` };
  const archives = sample.archiveUrl === null ? [] : ARCHIVE_ROOTS.map((name) => `${name}/a.gwf`);
  const strainFiles = `${API_ROOT}/strain-files`;
  const refused = [`${strainFiles}?page=0`, `${API_ROOT}/x`].map((path) => ({ label: path, path }));
  return [
    ...[root, ...answered, ...archives.map((path) => ({ label: path, path }))].flatMap(optionsCases),
    ...[...sample.listings.values()].map(({ listing, path }) =>
      testCase(`${OPTIONS} ${listing.path} parameters`, path, describes(listing), {
        method: OPTIONS,
        needs: ['options-body'],
      }),
    ),
    testCase('method.other', strainFiles, refusesMethod('PROPFIND'), { method: 'PROPFIND' }),
    testCase('method.after-path', `${strainFiles}/x`, isNotFound, { method: 'POST', needs: ['existence'] }),
    testCase('method.before-query', `${strainFiles}?page=1&page=2`, refusesMethod('POST'), {
      method: 'POST',
    }),
    ...[root, ...answered, ...refused].map(({ label, path }) =>
      testCase(`${HEAD} ${label}`, path, isHeadOf(path), { method: HEAD }),
    ),
  ];
}

/** Values for If-None-Match that match the ETag, by their suffix in case ids. */
const CONDITIONS: Readonly<Record<string, (etag: string) => string>> = {
  '': (etag) => etag,
  ' weak': (etag) => `W/${etag.replace(/^W\//, '')}`,
  ' list': (etag) => `"x", ${etag}`,
  ' any': () => '*',
};

export function validatorCases(sample: CatalogueSample): Case[] {
  return answeredSubjects(sample).flatMap(({ label, path }) => [
    ...Object.entries(CONDITIONS).map(([name, condition]) =>
      testCase(`304 ${label}${name}`, path, revalidates(path, condition)),
    ),
    testCase(
      `304 ${label} other`,
      path,
      revalidates(path, () => '"x"', false),
    ),
    ...['text/html', 'image/png', '*/*;q=0', ''].map((accept) =>
      testCase(`accept ${label} ${accept || 'empty'}`, path, allOf(isOk, sameAs(path)), { headers: { accept } }),
    ),
    testCase(`origin ${label}`, path, isOk, { headers: { origin: 'https://client.example' } }),
  ]);
}
