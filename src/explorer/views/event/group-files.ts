/** Arranges an event's strain files as a table: a row for each detector and sample rate, a column for each length. Pure. */

import type { ListedFile } from '../../strain-data/archive.ts';

/** Files of the same length that start at the same time. */
interface FileColumn {
  /** `32 s`, `Bulk, 4096 s`. */
  readonly title: string;
  /** Start time in GPS seconds. */
  readonly start: number;
}

interface FileRow {
  readonly detector: string;
  /** True if the previous row has the same detector. */
  readonly isRepeated: boolean;
  readonly rate: number;
  /** The formats in each column, with their URLs; empty where there is no file. */
  readonly cells: readonly ListedFile['links'][];
}

const FORMATS = ['HDF5', 'GWF', 'TXT'];
const inOrder = (links: ListedFile['links']) => links.toSorted(([a], [b]) => FORMATS.indexOf(a) - FORMATS.indexOf(b));

/** Detectors are in file order, rates ascend, short files come before long files, and bulk files come last. */
export function groupFiles(
  files: readonly ListedFile[],
  bulkFiles: readonly ListedFile[],
): { readonly columns: readonly FileColumn[]; readonly rows: readonly FileRow[] } {
  const placed = [
    ...files.toSorted((a, b) => a.duration - b.duration).map((file) => ({ file, title: `${file.duration} s` })),
    ...bulkFiles.map((file) => ({ file, title: `Bulk, ${file.duration} s` })),
  ].map(({ file, title }) => ({ file, title, column: `${title} ${file.gpsStart}` }));
  const columns = new Map(placed.map(({ file, title, column }) => [column, { title, start: file.gpsStart }]));
  const detectors = [...new Set([...files, ...bulkFiles].map(({ detector }) => detector))];
  const rates = [...new Set(placed.map(({ file }) => file.rate))].sort((a, b) => a - b);
  const rows = detectors.flatMap((detector) =>
    rates.flatMap((rate) => {
      const own = placed.filter(({ file }) => file.detector === detector && file.rate === rate);
      if (own.length === 0) return [];
      const cells = [...columns.keys()].map((column) =>
        inOrder(own.filter((one) => one.column === column).flatMap(({ file }) => file.links)),
      );
      return [{ detector, rate, cells }];
    }),
  );
  return {
    columns: [...columns.values()],
    rows: rows.map((row, n) => ({ ...row, isRepeated: rows[n - 1]?.detector === row.detector })),
  };
}
