/**
 * What the request generator needs to know of a catalogue so that its values hit real borders: gathered once, then only
 * picked from.
 */
import { shortNameOf, strainId } from './entries.ts';
import { rangeNames } from './listings.ts';
import type { OracleData } from './records.ts';

export interface World {
  /** Path of the base URL without a trailing slash, such as `/gw`; often empty. */
  readonly basePath: string;
  readonly detectors: readonly string[];
  readonly catalogs: readonly string[];
  /** Hyphen form, `gps-time` last. */
  readonly rangeNames: readonly string[];
  /** Never empty: a catalogue without files gives one invented value; likewise the next four. */
  readonly gpsStarts: readonly number[];
  readonly strainIds: readonly string[];
  readonly eventNames: readonly string[];
  readonly shortNames: readonly string[];
  /** Range name -> values of the catalogue. */
  readonly rangeValues: ReadonlyMap<string, readonly number[]>;
  /** Number of matches of a few queries, so that pages near the last one are asked for. Key: see `countKey`. */
  readonly counts: ReadonlyMap<string, number>;
}

/** `parts` are detector and rate, or release and `last`; `''` where not given. */
export function countKey(listing: string, ...parts: readonly string[]): string {
  return [listing, ...parts].join('|');
}

/** Example: `createWorld(data, '')` for a site at the root of its host. */
export function createWorld(data: OracleData, basePath: string): World {
  const highest = new Map<string, number>();
  for (const event of data.eventVersions) {
    highest.set(event.name, Math.max(event.version, highest.get(event.name) ?? 0));
  }
  const counts = new Map<string, number>();
  const count = (key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const file of data.strainFiles) {
    for (const detector of ['', file.detector]) {
      for (const rate of ['', String(file.sampleRateKHz)]) count(countKey('strain-files', detector, rate));
    }
  }
  for (const event of data.eventVersions) {
    for (const release of ['', event.catalog]) {
      count(countKey('event-versions', release, ''));
      if (event.version === highest.get(event.name)) count(countKey('event-versions', release, 'last'));
    }
  }
  const rangeValues = new Map<string, number[]>();
  for (const { name } of data.parameters) {
    const values = data.eventVersions.flatMap((event) => event.parameters.get(name)?.best ?? []);
    rangeValues.set(name.split('_').join('-'), orInvented(values, 1));
  }
  rangeValues.set(
    'gps-time',
    orInvented(
      data.eventVersions.map((event) => event.gps),
      1126259462.4,
    ),
  );
  return {
    basePath,
    detectors: data.detectors,
    catalogs: data.catalogs,
    rangeNames: rangeNames(data),
    gpsStarts: orInvented([...new Set(data.strainFiles.map((file) => file.gpsStart))], 1126256640),
    strainIds: orInvented(data.strainFiles.map(strainId), 'H1-1126256640-4kHz'),
    eventNames: orInvented([...highest.keys()], 'GW150914'),
    shortNames: orInvented(data.eventVersions.map(shortNameOf), 'GW150914-v3'),
    rangeValues,
    counts,
  };
}

function orInvented<T>(values: T[], invented: T): T[] {
  return values.length === 0 ? [invented] : values;
}
