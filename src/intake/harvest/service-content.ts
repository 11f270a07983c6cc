/** A service's content as it sends it, and the names, ids and places of its entries. Their members can have any type. */
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { Place, Problem } from '../../report/problems.ts';

/** A value in a response: an entry or record, or a part of one. */
export interface Entry<Value = Mapping> {
  /** URL of the response. */
  readonly url: string;
  /** JSON pointer (RFC 6901) to the value; empty for the whole response. */
  readonly pointer: string;
  readonly value: Value;
}

/** An entry, and the entries in a listing below it, such as a flag and its segments in a run. */
export interface NestedListing {
  readonly entry: Entry;
  readonly inner: readonly Entry[];
}

/** A service's entries and records; lists that were not read are empty. */
export interface ServiceContent {
  readonly runs: readonly Entry[];
  readonly catalogs: readonly Entry[];
  /** Event versions by cumulative catalog. */
  readonly cumulative: ReadonlyMap<string, readonly Entry[]>;
  /** Names of the default parameters, with hyphens. */
  readonly parameterNames: readonly Entry<unknown>[];
  readonly eventVersions: readonly Entry[];
  readonly events: readonly Entry[];
  /** Records by event name. */
  readonly eventRecords: ReadonlyMap<string, Entry>;
  /** Records by short name, for the versions whose run shows whether the event's run is given. */
  readonly versionRecords: ReadonlyMap<string, Entry>;
  /** Parameter sets and strain files for event versions. */
  readonly parameterSets: readonly NestedListing[];
  readonly eventFiles: readonly NestedListing[];
  /** Datasets, each with the name of its run and its strain files. */
  readonly datasets: readonly (NestedListing & { readonly run: string })[];
  /** Flags in a run, with their segments. */
  readonly timelines: readonly (NestedListing & { readonly run: string })[];
  /** Records of strain files. */
  readonly fileRecords: readonly Entry[];
  readonly warnings: readonly Problem[];
}

/** The place of a value, or of one of its members: the URL of the response, with a JSON pointer as its fragment. */
export function placeOf({ url, pointer }: Entry<unknown>, member = ''): Place {
  const whole = `${pointer}${member === '' ? '' : `/${member}`}`;
  return { url: whole === '' ? url : `${url}#${whole}` };
}

/** The id of an entry: the last segment of its own URL. */
export function idInUrl({ value }: Entry): string {
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

export const entryName = ({ value }: Entry): string => String(value.name ?? '');

/** The objects in one of an entry's lists, each with its own place. */
export function objectsIn(entry: Entry, member: string): Entry[] {
  const list = entry.value[member];
  return (Array.isArray(list) ? list : []).flatMap((value: unknown, n): Entry[] =>
    isMapping(value) ? [{ ...entry, pointer: `${entry.pointer}/${member}/${n}`, value }] : [],
  );
}

/** URLs cannot contain segments of one or two dots (https://url.spec.whatwg.org/#double-dot-path-segment) or lone surrogates. */
const SEGMENT = /^(?!\.{0,2}$)\P{Cs}*$/u;

/** Says why a path cannot contain an entry's name or id; null if it can. */
export function unusableId(entry: Entry): string | null {
  const { name, detail_url } = entry.value;
  if (name !== undefined && name !== null && !SEGMENT.test(entryName(entry))) return 'its name cannot be part of a URL';
  if (typeof detail_url === 'string' && !SEGMENT.test(idInUrl(entry))) return 'its detail_url has no usable id';
  return null;
}
