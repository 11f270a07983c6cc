/** A changed value is written into the document that it was read from: the new text has the new value, and comments stay. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { parseFastYaml } from '../../src/catalogue/files/fast-yaml.ts';
import type { InputKind } from '../../src/catalogue/files/input-files.ts';
import type { Mapping } from '../../src/catalogue/files/mapping.ts';
import { layoutOf } from '../../src/intake/merge/layout.ts';
import { changedText } from '../../src/intake/merge/write-yaml.ts';
import { propertyRuns } from '../support/property-runs.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((one) => one + 0);
const text = fc.constantFrom(
  ...['plain', 'a, b', '{x}', "it's", '"q"', '12', '1e3', 'true', 'a: b', '# no', '', '- a', 'öß', 'two words'],
  ...['two\nlines', 'two\n\nlines, ended\n', ' x ', 'null', '~', '0x1', '2020-01-01', '\u0085'],
);
const value = fc.record(
  { best: number, upper_error: fc.option(number, { nil: null }), lower_error: number, is_upper_limit: fc.boolean() },
  { requiredKeys: ['best'] },
);
const parameters = fc.dictionary(fc.constantFrom('far', 'redshift', 'chirp_mass', 'p_astro'), value);
const set = fc.record(
  {
    name: text,
    description: text,
    links: fc.array(fc.record({ url: text, label: text }), { maxLength: 3 }),
    parameters,
  },
  { requiredKeys: ['name'] },
);
const version = fc.record(
  {
    name: fc.constantFrom('A', 'B', 'C', '170423'),
    version: fc.nat(3),
    gps: number,
    doi: text,
    detectors: fc.uniqueArray(fc.constantFrom('H1', 'L1', 'V1', 'K1')),
    parameters,
    parameter_sets: fc.uniqueArray(set, { selector: ({ name }) => name, maxLength: 3 }),
  },
  { requiredKeys: ['name', 'version'] },
);
const versions = fc.uniqueArray(version, { selector: ({ name, version }) => `${name}-v${version}`, maxLength: 5 });

const change = (before: string, after: Mapping, kind: InputKind = 'runs'): string =>
  changedText(before, after, layoutOf(kind));

describe('a changed value', () => {
  it('is in the new text, whatever the style of the old text', () => {
    const style = fc.record({
      indent: fc.constantFrom(2, 3, 4),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20, 80),
      collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_SINGLE' as const, 'BLOCK_FOLDED' as const),
    });
    fc.assert(
      fc.property(versions, versions, style, (old, next, options) => {
        const before = stringify({ catalog: 'X', event_versions: old }, options);
        fc.pre(parseDocument(before).errors.length === 0);
        const after = { catalog: 'Y', event_versions: next };
        const changed = change(before, after, 'event-versions');
        expect(parse(changed)).toEqual(after);
        // The new layout is stable.
        expect(change(changed, after, 'event-versions')).toBe(changed);
      }),
      { numRuns: propertyRuns(120) },
    );
  });

  it('replaces a member with an empty value', () => {
    const before = 'runs:\n  - name: O1\n    gps_start:\n    gps_end: 3 # later\n';
    expect(change(before, { runs: [{ name: 'O1', gps_start: 1, gps_end: 3 }] })).toBe(
      'runs:\n  - name: O1\n    gps_start: 1\n    gps_end: 3 # later\n',
    );
  });

  it('keeps line ends', () => {
    expect(change('runs:\r\n  - name: O1\r\n', { runs: [{ name: 'O2' }] })).toBe('runs:\r\n  - {name: O2}\r\n');
  });
});

describe('comments', () => {
  const before = [
    '# About the file',
    '',
    'runs: # about the list',
    '',
    '  # about O1',
    '  - name: O1',
    '    gps_start: 1 # from the log',
    '  # about O2',
    '  # in two lines',
    '  - name: O2',
    '    gps_start: 3',
    '  # about O3',
    '  - name: O3',
    '    gps_start: 5',
    '',
  ].join('\n');
  const runs = ['O1', 'O2', 'O3'].map((name, n) => ({ name, gps_start: 1 + 2 * n }));
  const [O1, O2, O3] = runs as [(typeof runs)[number], (typeof runs)[number], (typeof runs)[number]];

  it('stay with their records, also above the first record', () => {
    const changed = change(before, { runs: [{ name: 'O0', gps_start: 0 }, { ...O1, gps_start: 2 }, O2, O3] });
    expect(changed).toContain(
      '  - {name: O0, gps_start: 0}\n  # about O1\n  - name: O1\n    gps_start: 2 # from the log\n',
    );
    expect(changed).toContain('  # about O2\n  # in two lines\n  - name: O2\n');
    expect(changed).toContain('# about the list');
  });

  it('move with their records', () => {
    const changed = change(before, { runs: [O3, O1, O2] });
    expect(changed).toContain('  # about O3\n  - name: O3\n    gps_start: 5\n  # about O1\n  - name: O1\n');
  });

  it.each([
    ['first', [O2, O3], 'O1'],
    ['middle', [O1, O3], 'O2'],
    ['last', [O1, O2], 'O3'],
  ])('go with a removed record: the %s', (_, left, name) => {
    const changed = change(before, { runs: left });
    expect(parse(changed)).toEqual({ runs: left });
    for (const one of runs) expect(changed.includes(`# about ${one.name}`)).toBe(one.name !== name);
    expect(changed).toMatch(/^# About the file\n\nruns:\s+# about the list\n/);
  });
});

describe('the shipped files', () => {
  const files = readdirSync('data', { recursive: true, encoding: 'utf8' }).filter((file) => extname(file) === '.yaml');

  it('keep their bytes if nothing changes', () => {
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const kind = (dirname(file) === '.' ? basename(file, '.yaml') : dirname(file)) as InputKind;
      const shipped = readFileSync(join('data', file), 'utf8');
      expect(changedText(shipped, parseFastYaml(shipped) as Mapping, layoutOf(kind)), file).toBe(shipped);
    }
  });
});
