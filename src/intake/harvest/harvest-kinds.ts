/** The kinds that a harvest can merge (every kind of import), and the kinds that must be read for each. */
import { IMPORT_KINDS, type ImportKind } from '../kinds/kinds.ts';

/**
 * The kinds to harvest if no kinds are chosen. Statistics are only in the records of strain files, so they take one request for each of tens
 * of thousands of files.
 */
export const DEFAULT_KINDS = IMPORT_KINDS.filter((kind) => kind !== 'strain-statistics');

/** Kinds that must be read to find the entries of another kind, or to find out which members can be derived. Runs are always read. */
const REQUIRED_KINDS: Partial<Record<ImportKind, readonly ImportKind[]>> = {
  catalogs: ['event-versions'],
  'parameter-sets': ['event-versions'],
  events: ['event-versions'],
  'event-strain-files': ['event-versions'],
  datasets: ['strain-files'],
  'strain-statistics': ['strain-files'],
};

/** The given kinds, and all other kinds that must be read for them. */
export function addRequiredKinds(kinds: readonly ImportKind[]): ReadonlySet<ImportKind> {
  return new Set(kinds.flatMap((kind) => [kind, ...(REQUIRED_KINDS[kind] ?? [])]));
}
