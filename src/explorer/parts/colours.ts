/**
 * The fixed colours for types, detectors, runs and catalogs. Each name keeps its colour: filters and sorting never change it. Colours are
 * custom properties in styles/palette.css, used by `paint`. Pure.
 */

const OWN = {
  type: ['BBH', 'NSBH', 'BNS'],
  detector: ['H1', 'H2', 'L1', 'V1', 'K1', 'G1'],
  run: ['O1', 'O2', 'O3a', 'O3b', 'O4a', 'O4b', 'O4c'],
} as const;

/**
 * Properties shared by several names. Early runs share a colour. The palette has no colours for catalogs, so a catalog uses the colour of its run or,
 * if another catalog already uses that colour, the colour of another run or a detector.
 */
const SHARED: Readonly<Record<string, string>> = {
  S5: 'early',
  S6: 'early',
  O3GK: 'early',
  'GWTC-5.0': 'O4b',
  'GWTC-4.1': 'O4a',
  'GWTC-4.0': 'O4c',
  'GWTC-3-confident': 'O3b',
  'GWTC-2.1-confident': 'O3a',
  'GWTC-2': 'V1',
  'GWTC-1-confident': 'O1',
  'GWTC-1-marginal': 'O2',
  Initial_LIGO_Virgo: 'early',
};

/** Used for names that are not in the palette, such as runs in another catalogue. */
const OTHERS = ['O1', 'O2', 'O3a', 'O3b', 'O4a', 'O4b', 'O4c', 'V1', 'H1', 'K1'] as const;

/** `colourOf('run', 'O3a')` is `O3a`. A name always has the same colour, but unknown names may share a colour. */
export function colourOf(kind: keyof typeof OWN | 'catalog', name: string): string {
  const own: readonly string[] = kind === 'catalog' ? [] : OWN[kind];
  if (own.includes(name)) return name;
  const shared = SHARED[name];
  if (shared !== undefined) return shared;
  const sum = [...name].reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return OTHERS[sum % OTHERS.length] as string;
}
