import { repeatedParameter } from '../contract/refusals.ts';
import { OK } from '../contract/statuses.ts';
import type { EventVersionDetail, StrainFileDetail } from '../contract/wire.ts';
import { type Case, testCase } from './case.ts';
import { both, differ, first, hasJson, isOk, isRefusal, parseBody, sameAs } from './expect.ts';
import { isNotFound, pathOf } from './expect-paths.ts';
import type { World } from './world.ts';

/** A record has its entry's members first. */
const beginsWith = (detail: object, entry: object): string | null =>
  differ(
    'first members',
    JSON.stringify(detail).slice(0, JSON.stringify(entry).length - 1),
    JSON.stringify(entry).slice(0, -1),
  );

const STRAIN_DETAIL_MEMBERS = [
  ...['run', 'dataset', 'duration', 'filesize_bytes', 'min_strain', 'max_strain', 'mean_strain', 'stdev_strain'],
  ...['nans_fraction', 'duty_cycle', 'BLRMS200', 'BLRMS1000', 'BNS', 'bitsums'],
];
const EVENT_DETAIL_MEMBERS = [
  'run',
  'aliases',
  'is_last_version',
  'versions',
  'strain_files_url',
  'default_parameters',
];

export function recordCases(world: World): Case[] {
  const ofEntry = (kind: string, entry: { detail_url: string }, more: readonly string[]): Case[] => {
    const path = pathOf(world, entry.detail_url);
    const isDetail = hasJson<StrainFileDetail | EventVersionDetail>((detail) =>
      first(beginsWith(detail, entry), differ('members', Object.keys(detail), [...Object.keys(entry), ...more])),
    );
    return [
      testCase(`${kind}.record`, path, both(isOk, isDetail)),
      testCase(`${kind}.record.slash`, `${path}/`, sameAs(path)),
      testCase(`${kind}.record.format`, `${path}?format=json`, sameAs(path)),
      testCase(`${kind}.record.other-parameters`, `${path}?page=0&page=0&pagesize=x&start=&detector`, sameAs(path)),
      testCase(`${kind}.record.format.unknown`, `${path}?format=xml`, isNotFound),
      testCase(`${kind}.record.format.empty`, `${path}?format`, isNotFound),
      testCase(
        `${kind}.record.format.twice`,
        `${path}?format=api&format=json`,
        isRefusal(repeatedParameter('format', ['api', 'json'])),
      ),
      testCase(`${kind}.record.json-ending`, `${path}.json`, isNotFound),
      testCase(`${kind}.record.lower-case`, path.toLowerCase(), isNotFound),
      testCase(`${kind}.record.below`, `${path}/x`, isNotFound),
      testCase(`${kind}.record.encoded`, path.replace(/-/g, '%2D'), sameAs(path), { needs: ['decoding'] }),
    ];
  };
  const [file] = world.strainFiles.results;
  const [event] = world.eventVersions.results;
  return [
    ...(file ? ofEntry('strain-files', file, STRAIN_DETAIL_MEMBERS) : []),
    ...(event ? ofEntry('event-versions', event, EVENT_DETAIL_MEMBERS) : []),
    ...(event
      ? [
          testCase('event-versions.record.links', pathOf(world, event.detail_url), async (answer, { follow }) => {
            const { versions } = parseBody<EventVersionDetail>(answer);
            for (const { detail_url } of versions) {
              const { status } = await follow(detail_url);
              if (status !== OK) return `${detail_url} has status ${status}`;
            }
            return null;
          }),
          testCase(
            'event-versions.record.strain-files',
            pathOf(world, event.detail_url),
            async (answer, tools) =>
              isOk(await tools.follow(parseBody<EventVersionDetail>(answer).strain_files_url), tools),
            { needs: ['any-query'] },
          ),
        ]
      : []),
  ];
}
