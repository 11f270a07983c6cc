/** A release with the indexes of event versions and events, from which the explorer selects rows. */

import type { Vocabulary } from '../../src/core/contract/collection.ts';
import { DEFAULT_CACHE_LIFETIMES } from '../../src/core/contract/headers.ts';
import type { EventVersionEntry } from '../../src/core/contract/wire.ts';
import { openRelease, type Release, type ReleaseData } from '../../src/core/release/release.ts';
import { columnIndex, names, numbers, texts } from '../../src/site/render/index-columns.ts';

/** `cumulative` gives the cumulative catalogs of a version; the event X took place in the run O1. */
export function releaseOf(
  vocabulary: Vocabulary,
  versions: readonly EventVersionEntry[],
  cumulative: (version: EventVersionEntry) => readonly string[] = () => [],
): Release {
  const none = names(versions.map(() => []));
  const best = (parameter: string) =>
    versions.map((entry) => entry.default_parameters?.find(({ name }) => name === parameter)?.best ?? Number.NaN);
  const events = [...new Set(versions.map(({ name }) => name))];
  const index = {
    'event-versions': columnIndex(versions.length, {
      name: texts(versions.map(({ name }) => name)),
      version: numbers(versions.map(({ version }) => version)),
      gps: numbers(versions.map(({ gps }) => gps)),
      catalogs: names(versions.map((one) => [one.catalog, ...cumulative(one)])),
      ...{ short_name: none, other_short_name: none, aliases: none },
      ...Object.fromEntries(vocabulary.parameters.map(({ name }) => [`best.${name}`, numbers(best(name))])),
    }),
    events: columnIndex(events.length, {
      name: texts(events),
      aliases: names(events.map(() => [])),
      run: names(events.map((name) => (name === 'X' ? ['O1'] : []))),
    }),
    runs: columnIndex(1, { name: texts(['O1']) }),
    catalogs: columnIndex(vocabulary.catalogs.length, { name: texts(vocabulary.catalogs) }),
  };
  const sums = new Set(versions.flatMap(cumulative));
  const data = {
    vocabulary,
    index,
    cumulative: [...sums],
    setLimits: {},
    baseUrl: 'https://x.test',
    cache: DEFAULT_CACHE_LIFETIMES,
    packs: {},
  };
  const noFile = () => Promise.reject(new Error('there are no files'));
  return openRelease(data as unknown as ReleaseData, { readPack: noFile, readIndex: noFile });
}
