/** What a service said, as it said it: all that a harvest is made of. Pure. */
import type { Mapping } from '../files/mapping.ts';
import type { Problem } from '../files/problems.ts';
import type { Found } from './service.ts';

/** An entry or record: a JSON object. */
export interface Entry extends Found {
  readonly value: Mapping;
}

/** What stands below a record, such as the segments of a flag in a run. */
export interface Below {
  readonly entry: Entry;
  readonly inner: readonly Entry[];
}

/** What a service said. What was not read is empty. */
export interface Harvested {
  runs: readonly Entry[];
  catalogs: readonly Entry[];
  /** Event versions by cumulative catalog: one that has none of its own. */
  cumulative: ReadonlyMap<string, readonly Entry[]>;
  /** Names of the default parameters, in hyphen form. */
  parameterNames: readonly Found[];
  eventVersions: readonly Entry[];
  events: readonly Entry[];
  /** Records by name of event. */
  eventRecords: ReadonlyMap<string, Entry>;
  /** Records by short name: of versions whose run tells whether their event's is on record. */
  versionRecords: ReadonlyMap<string, Entry>;
  /** Parameter sets and strain files of event versions. */
  parameterSets: readonly Below[];
  eventFiles: readonly Below[];
  /** With the name of the run and the strain files. */
  datasets: readonly (Below & { readonly run: string })[];
  /** Flags of a run, with their segments. */
  timelines: readonly (Below & { readonly run: string })[];
  /** Records of strain files. */
  fileRecords: readonly Entry[];
  readonly warnings: Problem[];
}

/** The last segment of an entry's own URL: what the service calls it. */
export function idOf({ value }: Entry): string {
  const path = String(value.detail_url ?? '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(
      path
        .replace(/\/$/, '')
        .replace(/\.json$/, '')
        .split('/')
        .at(-1) ?? '',
    );
  } catch {
    return '';
  }
}

export const nameOf = ({ value }: Entry): string => String(value.name ?? '');
