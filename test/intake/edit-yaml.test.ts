/**
 * A changed value is written into the text that it was read from: the new text has the new value, and every line outside the changed
 * records is the same byte for byte, for any style of the file.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { layoutOf } from '../../src/catalogue/files/layout.ts';
import { editYaml } from '../../src/intake/merge/edit-yaml.ts';
import { propertyRuns } from '../support/property-runs.ts';

const LAYOUT = layoutOf('event-versions');

interface Version {
  readonly name: string;
  readonly version: number;
  readonly [member: string]: unknown;
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((one) => one + 0);
const text = fc.constantFrom(
  'plain',
  'a, b',
  '{x}',
  "it's",
  '"q"',
  '12',
  '1e3',
  'true',
  'a: b',
  '# no',
  '',
  '- a',
  'öß',
  'two words',
  'two\nlines',
  'two\n\nlines, ended\n',
);
const value = fc.record(
  { best: number, upper_error: fc.option(number, { nil: null }), lower_error: number, is_upper_limit: fc.boolean() },
  { requiredKeys: ['best'] },
);
const parameters = fc.dictionary(fc.constantFrom('far', 'redshift', 'chirp_mass', 'p_astro'), value, { minKeys: 1 });
const set = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c'),
    description: text,
    links: fc.array(fc.record({ url: text, label: text }), { maxLength: 3 }),
    parameters,
  },
  { requiredKeys: ['name'] },
);
const members = {
  gps: number,
  doi: text,
  detectors: fc.uniqueArray(fc.constantFrom('H1', 'L1', 'V1', 'K1')),
  parameters,
  parameter_sets: fc.uniqueArray(set, { selector: ({ name }) => name }),
};
const version = fc.record(
  { name: fc.constantFrom('A', 'B', 'C', 'D', 'E'), version: fc.nat(3), ...members },
  {
    requiredKeys: ['name', 'version'],
  },
) as fc.Arbitrary<Version>;
const versions = fc.uniqueArray(version, { selector: idOf, minLength: 1, maxLength: 6 });

function idOf({ name, version: number }: Version): string {
  return `${name}-v${number}`;
}

/** Writes a value in a random style: members in any order, in lines or between brackets, with comments. */
class RandomWriter {
  readonly #choices: readonly number[];
  #next = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  /** True in one of `n` cases. */
  isOneIn(n: number): boolean {
    return this.#pick(n) === 0;
  }

  /** The lines of a value. The first one follows a key or hyphen on its line, unless it is empty. */
  lines(value: unknown): string[] {
    if (typeof value === 'string' && this.isOneIn(2)) {
      if (value.includes('\n')) return [value.endsWith('\n') ? '|' : '|-', ...value.trimEnd().split('\n')];
      if (value === 'two words') return ['>-', ...value.split(' ')];
    }
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [JSON.stringify(value)];
    if (this.isOneIn(3)) return this.#flow(value);
    return ['', ...(Array.isArray(value) ? this.#list(value) : this.#mapping(value))];
  }

  #list(value: readonly unknown[]): string[] {
    const hyphen = ['- ', '-   '][this.#pick(2)] as string;
    return value.flatMap((one) => {
      const [first = '', ...rest] = this.lines(one);
      const [head = '', ...more] = first === '' ? rest : [first, ...rest];
      const indented = more.map((line) => `${' '.repeat(hyphen.length)}${line}`);
      return [...this.#comment(), `${hyphen}${head}`, ...indented];
    });
  }

  #mapping(value: object): string[] {
    return this.#shuffled(Object.entries(value)).flatMap(([name, one], n) => {
      const [first, ...rest] = this.lines(one);
      const isIndented = !Array.isArray(one) || this.isOneIn(2);
      const below = rest.map((line) => `${isIndented ? '  ' : ''}${line}`);
      const end = first !== '' && rest.length === 0 && this.isOneIn(4) ? ' # beside' : '';
      return [...(n === 0 ? [] : this.#comment()), `${name}:${first === '' ? '' : ` ${first}`}${end}`, ...below];
    });
  }

  #flow(value: object): string[] {
    const whole = (one: unknown): string => {
      if (typeof one !== 'object' || one === null) return JSON.stringify(one);
      const parts = Array.isArray(one)
        ? one.map(whole)
        : this.#shuffled(Object.entries(one)).map(([name, inner]) => `${name}: ${whole(inner)}`);
      const inside = parts.join(this.isOneIn(2) ? ', ' : ' , ');
      const padded = this.isOneIn(3) ? ` ${inside} ` : inside;
      return Array.isArray(one) ? `[${padded}]` : `{${padded}}`;
    };
    return [whole(value)];
  }

  #comment(): string[] {
    return this.isOneIn(5) ? ['# - a comment: {about} the next'] : this.isOneIn(9) ? [''] : [];
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => [this.#pick(10), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  }

  #pick(n: number): number {
    const choice = this.#choices[this.#next++ % this.#choices.length] ?? 0;
    return choice % n;
  }
}

/** A file, with the text of each record. */
function writeFile(
  all: readonly Version[],
  choices: readonly number[],
): { text: string; records: Map<string, string> } {
  const writer = new RandomWriter(choices);
  const records = new Map<string, string>();
  const lines = ['# top', 'catalog: X', 'event_versions:'];
  for (const one of all) {
    const [first = '', ...rest] = writer.lines(one);
    const [head = '', ...more] = first === '' ? rest : [first, ...rest];
    const own = [`  - ${head}`, ...more.map((line) => `    ${line}`)];
    records.set(idOf(one), `${own.join('\n')}\n`);
    if (writer.isOneIn(4)) lines.push('  # above a record');
    lines.push(...own);
  }
  return { text: `${lines.join('\n')}\n# end\n`, records };
}

/** Block styles of a string, and the text below it. */
const STYLES = ['|', '|-', '|+', '>', '>-', '>+', '>2-', '|+2 # two'];
const BELOW = [
  '',
  '\n',
  '\n    gps: 1',
  '\n  - name: B\n    version: 1\n',
  '\n\n  - name: B\n    version: 1\n',
  '\n    # a comment\n    gps: 1\n',
  '\ncatalog: X\n',
];

describe('a changed value in a text of any style', () => {
  it('is in the new text, and records without a difference are untouched', () => {
    let untouched = 0;
    fc.assert(
      fc.property(
        versions,
        versions,
        fc.array(fc.nat(1000), { minLength: 7, maxLength: 40 }),
        fc.nat(),
        (old, more, choices, mask) => {
          const { text, records } = writeFile(old, choices);
          const before = parse(text) as { catalog: string; event_versions: Version[] };
          expect(before).toEqual({ catalog: 'X', event_versions: old });
          // Some records stay the same, some are removed, some get different members, and some are added.
          const kept = old.filter((_, n) => (mask >> n) % 3 !== 1);
          const changes = new Map(more.map((one) => [idOf(one), one]));
          const changed = kept.map((one, n) => ((mask >> n) % 2 === 0 ? one : (changes.get(idOf(one)) ?? one)));
          const added = more.filter((one) => !old.some((other) => idOf(other) === idOf(one)));
          const at = mask % (changed.length + 1);
          const after = { catalog: 'X', event_versions: [...changed.slice(0, at), ...added, ...changed.slice(at)] };
          const next = editYaml(text, before, after, LAYOUT);
          expect(parse(next), `${text}\n=>\n${next}`).toEqual(after);
          for (const one of changed.filter((one) => kept.includes(one))) {
            untouched++;
            expect(next).toContain(records.get(idOf(one)));
          }
          expect(next.startsWith('# top\ncatalog: X\nevent_versions:')).toBe(true);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
    expect(untouched).toBeGreaterThan(0);
  });

  it.each(STYLES)('replaces, removes and follows a value in block style %s, and keeps the lines below', (style) => {
    for (const [below, lineEnd] of BELOW.flatMap((one) => ['\n', '\r\n'].map((end) => [one, end] as const))) {
      const withDoi = (lines: string) =>
        `event_versions:\n  - name: A\n    version: 1\n    doi: ${lines}`.replaceAll('\n', lineEnd);
      const text = withDoi(`${style}\n      two\n      lines${below}`);
      const old = parse(text) as { event_versions: Version[] };
      const [first, ...others] = old.event_versions;
      const withFirst = (one: object) => ({ ...old, event_versions: [one, ...others] });
      const { doi, ...without } = first as Version;
      expect(doi).toMatch(/^two[ \n]lines/);
      const changed = withFirst({ ...without, doi: 'short' });
      // The empty lines below a value in style `+` are a part of it.
      const kept = style.includes('+') ? below.replace(/^\n+/, '\n') : below;
      expect(editYaml(text, old, changed, LAYOUT).trimEnd()).toBe(withDoi(`short${kept}`).trimEnd());
      for (const one of [changed, withFirst(without), withFirst({ ...without, doi, short_name: 'A1' })])
        expect(parse(editYaml(text, old, one, LAYOUT)), text).toEqual(one);
    }
  });

  it('does not change a text without a difference', () => {
    const text = 'event_versions: # x\n- {version: 1,\n   name: A } # y\ncatalog: X';
    expect(editYaml(text, parse(text), parse(text), LAYOUT)).toBe(text);
  });
});
