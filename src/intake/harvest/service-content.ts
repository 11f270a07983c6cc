/** The unprocessed content of a service. Pure. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Problem } from '../../report/problems.ts';
import type { Found } from './service.ts';

/** An entry or record: a JSON object. */
export interface Entry extends Found {
  readonly value: Mapping;
}

/** An entry with the entries of a listing below it, such as a flag and its segments in a run. */
export interface NestedListing {
  readonly entry: Entry;
  readonly inner: readonly Entry[];
}

/** Entries and records of a service, empty if they were not read. */
export interface ServiceContent {
  readonly runs: readonly Entry[];
  readonly catalogs: readonly Entry[];
  /** Event versions by cumulative catalog, which has none of its own. */
  readonly cumulative: ReadonlyMap<string, readonly Entry[]>;
  /** Names of the default parameters, in hyphen form. */
  readonly parameterNames: readonly Found[];
  readonly eventVersions: readonly Entry[];
  readonly events: readonly Entry[];
  /** Records by name of event. */
  readonly eventRecords: ReadonlyMap<string, Entry>;
  /** Records by short name, for versions whose run shows whether that of their event is given. */
  readonly versionRecords: ReadonlyMap<string, Entry>;
  /** Parameter sets and strain files of event versions. */
  readonly parameterSets: readonly NestedListing[];
  readonly eventFiles: readonly NestedListing[];
  /** With the name of the run and the strain files. */
  readonly datasets: readonly (NestedListing & { readonly run: string })[];
  /** Flags of a run, with their segments. */
  readonly timelines: readonly (NestedListing & { readonly run: string })[];
  /** Records of strain files. */
  readonly fileRecords: readonly Entry[];
  readonly warnings: readonly Problem[];
}

/** The id of an entry: the last segment of its own URL. */
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

/** URLs have no segments of one or two dots (https://url.spec.whatwg.org/#double-dot-path-segment), and no lone surrogates. */
const SEGMENT = /^(?!\.{0,2}$)\P{Cs}*$/u;

/** Why no path can contain the name or id of an entry; null if it can. */
export function unusableId(entry: Entry): string | null {
  const { name, detail_url } = entry.value;
  if (name !== undefined && name !== null && !SEGMENT.test(nameOf(entry))) return 'its name cannot be part of a URL';
  if (typeof detail_url === 'string' && !SEGMENT.test(idOf(entry))) return 'its detail_url has no usable id';
  return null;
}
