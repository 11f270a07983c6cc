/** Chooses strain files by detector, sample rate, length and format. */

import type { ListedFile } from '../../strain-data/archive.ts';

const PARTS = ['Detector', 'Rate', 'Length', 'Format'] as const;
export type Part = (typeof PARTS)[number];

/** A file in one format. */
export interface FileLink {
  readonly values: Readonly<Record<Part, string>>;
  /** Null if there is no archive. */
  readonly url: string | null;
}

const FORMATS = ['HDF5', 'GWF'];

/** The files in the formats on offer, the shortest files first. Text files are ten times as large; the API lists them. */
export const listLinks = (files: readonly ListedFile[]): readonly FileLink[] =>
  files
    .toSorted((a, b) => a.duration - b.duration || a.rate - b.rate)
    .flatMap(({ detector, rate, duration, links }) =>
      links
        .filter(([format]) => FORMATS.includes(format))
        .map(([format, url]) => ({
          values: { Detector: detector, Rate: `${rate} kHz`, Length: `${duration} s`, Format: format },
          url,
        })),
    );

/** The values of each part: those of files, and usual values that no file has. */
export function listValues(links: readonly FileLink[], detectors: readonly string[]) {
  const usual: Readonly<Record<Part, readonly string[]>> = {
    Detector: detectors,
    Rate: ['4 kHz', '16 kHz'],
    Length: ['32 s', '4096 s'],
    Format: FORMATS,
  };
  return PARTS.map((part) => {
    const known = new Set(links.map(({ values }) => values[part]));
    const all = [...new Set([...usual[part], ...known])];
    const inOrder = part === 'Length' ? all.toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b)) : all;
    return { part, values: inOrder.map((value) => ({ value, isMissing: !known.has(value) })) };
  });
}

/**
 * The first choice: all detectors at 4 kHz, 4096 s, as HDF5, and the first known value of a part whose usual value is missing. A choice has
 * a value for each part, or an empty string for all of its values.
 */
export function firstChoice(links: readonly FileLink[]): FileLink['values'] {
  const one = (part: Part, wanted: string) => {
    const known = links.map(({ values }) => values[part]);
    return known.includes(wanted) ? wanted : (known[0] ?? '');
  };
  return { Detector: '', Rate: one('Rate', '4 kHz'), Length: one('Length', '4096 s'), Format: one('Format', 'HDF5') };
}

export const chooseLinks = (links: readonly FileLink[], choice: FileLink['values']): readonly FileLink[] =>
  links.filter(({ values }) => PARTS.every((part) => choice[part] === '' || choice[part] === values[part]));
