/** Chooses strain files by detector, sample rate, length and format. */

import { FILE_FORMATS, type ListedFile } from '../../strain-data/archive.ts';

const PARTS = ['Detector', 'Rate', 'Length', 'Format'] as const;
export type Part = (typeof PARTS)[number];

/** A file in one format. */
export interface FileLink {
  readonly values: Readonly<Record<Part, string>>;
  /** Null if there is no archive. */
  readonly url: string | null;
}

const FORMATS: readonly string[] = Object.keys(FILE_FORMATS);

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

/** The parts with their values, which files have, or which are usual but no file has. */
export function listParts(links: readonly FileLink[], detectors: readonly string[]) {
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

/** The chosen values of each part; empty for all of them. */
type FileChoice = Readonly<Record<Part, readonly string[]>>;

/** The values that most users need. */
const USUAL = ['4 kHz', '4096 s', 'HDF5'];

/** The first choice: all detectors, with the values of the file that has most of the usual ones. */
export function firstChoice(links: readonly FileLink[]): FileChoice {
  const usual = ({ values }: FileLink) => USUAL.filter((value) => Object.values(values).includes(value)).length;
  const [best] = links.toSorted((a, b) => usual(b) - usual(a));
  const own = (part: Part) => (best ? [best.values[part]] : []);
  return { Detector: [], Rate: own('Rate'), Length: own('Length'), Format: own('Format') };
}

/** The choice after a click on a value: it is added to other detectors, or removed again; in other parts, it replaces the value. */
export function choose(choice: FileChoice, part: Part, value: string): FileChoice {
  const others = part === 'Detector' ? choice[part].filter((one) => one !== value) : [];
  return { ...choice, [part]: choice[part].includes(value) ? others : [...others, value] };
}

export const chooseLinks = (links: readonly FileLink[], choice: FileChoice): readonly FileLink[] =>
  links.filter(({ values }) => PARTS.every((part) => choice[part].length === 0 || choice[part].includes(values[part])));
