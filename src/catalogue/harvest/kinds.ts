/** What a harvest can bring: the kinds of import, each with what has to be read for it. */
import { IMPORT_KINDS, type ImportKind } from '../import/kinds.ts';

/** The record of every strain file is the only place of its statistics: a request for each of tens of thousands of files. */
export const KIND_OF_RECORDS = 'strain-statistics' satisfies ImportKind;

/** Without `--only`. */
export const DEFAULT_KINDS: readonly ImportKind[] = IMPORT_KINDS.filter((kind) => kind !== KIND_OF_RECORDS);

/** What has to be read to know a kind's own entries, or which of their members follow from others; runs are always read. */
const NEEDS: Partial<Record<ImportKind, readonly ImportKind[]>> = {
  catalogs: ['event-versions'],
  'parameter-sets': ['event-versions'],
  events: ['event-versions'],
  'event-strain-files': ['event-versions'],
  datasets: ['strain-files'],
  'strain-statistics': ['strain-files'],
};

/** The kinds with all that has to be read for them. */
export function withNeeds(kinds: readonly ImportKind[]): ReadonlySet<ImportKind> {
  return new Set(kinds.flatMap((kind) => [kind, ...(NEEDS[kind] ?? [])]));
}
