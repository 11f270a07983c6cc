/**
 * The fixed colours for detectors, runs and catalogs. Each name keeps its colour: filters and sorting never change it. Colours are
 * custom properties in styles/palette.css, used by `paint`.
 */

const OWN = {
  detector: ['H1', 'H2', 'L1', 'V1', 'K1', 'G1'],
  run: ['O1', 'O2', 'O3a', 'O3b', 'O4a', 'O4b', 'O4c'],
} as const;

/** Early runs share a property. */
const EARLY: readonly string[] = ['S5', 'S6', 'O3GK'];

/** Used for what the palette does not name: catalogs, and runs and detectors in another catalogue. */
const OTHERS = ['O1', 'O2', 'O3a', 'O3b', 'O4a', 'O4b', 'O4c', 'V1', 'H1', 'K1'] as const;

/** `colourOf('run', 'O3a')` is `O3a`. A name always has the same colour, but unknown names may share a colour. */
export function colourOf(kind: keyof typeof OWN, name: string): string {
  const own: readonly string[] = OWN[kind];
  if (own.includes(name)) return name;
  if (EARLY.includes(name)) return 'early';
  const sum = [...name].reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return OTHERS[sum % OTHERS.length] as string;
}

/** The colour of the catalog that is `age` places after the oldest one, so that new catalogs do not change it. */
export const catalogColour = (age: number): string => OTHERS[age % OTHERS.length] as string;
