/** Defines the types of a service's unprocessed content, and reads names and ids in it. */
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { Problem } from '../../report/problems.ts';
import type { ResponseValue } from './service.ts';

/** An entry or record: a JSON object. */
export interface ServiceEntry extends ResponseValue {
  readonly value: Mapping;
}

/** An entry, and the entries in a listing below it, such as a flag and its segments in a run. */
export interface NestedListing {
  readonly entry: ServiceEntry;
  readonly inner: readonly ServiceEntry[];
}

/** A service's entries and records; lists that were not read are empty. */
export interface ServiceContent {
  readonly runs: readonly ServiceEntry[];
  readonly catalogs: readonly ServiceEntry[];
  /** Event versions by cumulative catalog. */
  readonly cumulative: ReadonlyMap<string, readonly ServiceEntry[]>;
  /** Names of the default parameters, with hyphens. */
  readonly parameterNames: readonly ResponseValue[];
  readonly eventVersions: readonly ServiceEntry[];
  readonly events: readonly ServiceEntry[];
  /** Records by event name. */
  readonly eventRecords: ReadonlyMap<string, ServiceEntry>;
  /** Records by short name, for the versions whose run shows whether the event's run is given. */
  readonly versionRecords: ReadonlyMap<string, ServiceEntry>;
  /** Parameter sets and strain files for event versions. */
  readonly parameterSets: readonly NestedListing[];
  readonly eventFiles: readonly NestedListing[];
  /** Datasets, each with the name of its run and its strain files. */
  readonly datasets: readonly (NestedListing & { readonly run: string })[];
  /** Flags in a run, with their segments. */
  readonly timelines: readonly (NestedListing & { readonly run: string })[];
  /** Records of strain files. */
  readonly fileRecords: readonly ServiceEntry[];
  readonly warnings: readonly Problem[];
}

/** The id of an entry: the last segment of its own URL. */
export function idInUrl({ value }: ServiceEntry): string {
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

export const entryName = ({ value }: ServiceEntry): string => String(value.name ?? '');

/** The objects in one of an entry's lists, each with its own place. */
export function objectsIn(entry: ServiceEntry, member: string): ServiceEntry[] {
  const list = entry.value[member];
  return (Array.isArray(list) ? list : []).flatMap((value: unknown, n): ServiceEntry[] =>
    isMapping(value) ? [{ ...entry, pointer: `${entry.pointer}/${member}/${n}`, value }] : [],
  );
}

/** URLs cannot contain segments of one or two dots (https://url.spec.whatwg.org/#double-dot-path-segment) or lone surrogates. */
const SEGMENT = /^(?!\.{0,2}$)\P{Cs}*$/u;

/** Says why a path cannot contain an entry's name or id; null if it can. */
export function unusableId(entry: ServiceEntry): string | null {
  const { name, detail_url } = entry.value;
  if (name !== undefined && name !== null && !SEGMENT.test(entryName(entry))) return 'its name cannot be part of a URL';
  if (typeof detail_url === 'string' && !SEGMENT.test(idInUrl(entry))) return 'its detail_url has no usable id';
  return null;
}
