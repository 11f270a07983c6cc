import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { countFiles, countShared, hasFile, uniteBlocks } from '../../src/catalogue/blocks.ts';
import { scanJson } from '../../src/catalogue/files/json-scan.ts';
import { printProblems } from '../../src/cli/commands/report.ts';
import { wantsColor } from '../../src/report/color.ts';
import { countOf, firstOf } from '../../src/report/count.ts';
import { nearest, suggest } from '../../src/report/did-you-mean.ts';
import { formatProblems, type Problem } from '../../src/report/problems.ts';

describe('uniteBlocks', () => {
  const block = (index: number, count: number) => ({ firstGpsStart: index * 4096, count });

  it.each([
    { blocks: [block(0, 2), block(2, 1)], united: [block(0, 3)] },
    { blocks: [block(5, 1), block(0, 2)], united: [block(0, 2), block(5, 1)] },
    { blocks: [block(0, 9), block(2, 1)], united: [block(0, 9)] },
    { blocks: [], united: [] },
  ])('$blocks', ({ blocks, united }) => {
    expect(uniteBlocks(blocks)).toEqual(united);
  });

  it('contains each file of the blocks once, and no others', () => {
    const blocks = fc.array(
      fc.record({ firstGpsStart: fc.nat(60).map((n) => n * 4096), count: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(blocks, (given) => {
        const files = new Set<number>();
        for (const { firstGpsStart, count } of given)
          for (let i = 0; i < count; i++) files.add(firstGpsStart / 4096 + i);
        const united = uniteBlocks(given);
        expect(countFiles(united)).toBe(files.size);
        for (let i = 0; i < 75; i++) expect(hasFile(united, i * 4096)).toBe(files.has(i));
        expect(hasFile(united, 1)).toBe(false);
        for (const one of given) expect(countShared(one, united)).toBe(one.count);
      }),
    );
  });
});

describe('nearest', () => {
  it.each([
    ['catlog', ['catalog', 'doi'], 'catalog'],
    ['alias', ['name', 'aliases'], 'aliases'],
    ['BASEURL', ['baseUrl'], 'baseUrl'],
    ['K1', ['H1', 'L1'], null],
    ['kitten', ['sitting'], null],
    ['mitten', ['sittin'], 'sittin'],
    ['zzz', ['catalog'], null],
    ['', ['a'], null],
    ['mass_1', ['mass_1_source', 'mass_2_source'], 'mass_1_source'],
    ['mass_1', ['mass_1_source', 'mass_1_detector'], null],
    ['snr', ['network_matched_filter_snr', 'far'], 'network_matched_filter_snr'],
    ['GWTC-l', ['GWTC-1', 'GWTC-2'], null],
    ['GWTC-l', ['GWTC-1', 'GWTC-1', 'GWTC-22'], 'GWTC-1'],
  ])('of %s in %j is %s', (word, candidates, found) => {
    expect(nearest(word, candidates)).toBe(found);
  });
});

describe('a suggestion', () => {
  const parameters = ['mass_1_source', 'mass_2_source', 'total_mass_source', 'chirp_mass', 'chirp_mass_source', 'far'];
  const columns = parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`]);
  const catalogs = ['GWTC-1-confident', 'GWTC-1-marginal', 'GWTC-2', 'O3-Preliminary', 'GWTC-1-marginal'];

  it.each([
    ['a misspelt name', 'fra', columns, ['far']],
    ['the first words of a name and of the names that continue it', 'mass_1', columns, ['mass_1_source']],
    ['the last words of a name', 'mass_source', ['far', 'total-mass-source'], ['total-mass-source']],
    ['a word as near to two names', 'GWTC-l', ['GWTC-2', 'GWTC-1', 'GWTC-33'], ['GWTC-2', 'GWTC-1']],
    ['a word as near to three names', 'GWTC-l', ['GWTC-2', 'GWTC-1', 'GWTC-3'], []],
    ['with hyphens and in another case', 'Total-Mass', columns, ['total_mass_source']],
    ['the first words of two names', 'gwtc-1', catalogs, ['GWTC-1-marginal', 'GWTC-1-confident']],
    ['the first words of three names', 'mass', columns, []],
    ['the last words of three names', 'source', parameters, []],
    ['a part of a word', 'total_ma', columns, []],
    ['words in the middle', 'matched_filter', ['network_matched_filter_snr'], []],
    ['a code', 'O3', catalogs, []],
  ])('for %s', (_, word, allowed, found) => {
    const hint = found.length === 0 ? '' : `did you mean ${found.map((name) => `"${name}"`).join(' or ')}? If not, `;
    expect(suggest(word, allowed, 'remove it').split('remove it')[0]).toBe(hint);
  });

  it('stops at the third of very many names that continue the word', () => {
    const names = Array.from({ length: 200_000 }, (_, n) => `GWTC_candidates_${n}`);
    expect(suggest('GWTC', names, 'remove it')).toMatch(/^remove it/);
  });
});

describe('scanJson', () => {
  it('agrees with JSON.parse about validity', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '0', ' ', 'x'),
        (text, at, put) => {
          const position = at % (text.length + 1);
          const changed = text.slice(0, position) + put + text.slice(position + (at % 2));
          let isValid = true;
          try {
            JSON.parse(changed);
          } catch {
            isValid = false;
          }
          expect(scanJson(changed).errorAt === null).toBe(isValid);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('finds keys and values', () => {
    const text = '{"a": [1, {"b": 22}]}';
    const places = scanJson(text);
    expect(places.offsetOf(['a', 1, 'b'], false)).toBe(text.indexOf('22'));
    expect(places.offsetOf(['a', 1, 'b'], true)).toBe(text.indexOf('"b"'));
    expect(places.offsetOf(['a', 7], false)).toBe(text.indexOf('['));
    expect(places.repeatedKeys).toEqual([]);
  });

  it('finds duplicate keys within each object', () => {
    const text = '{"a":1,"b":[{"a":1},{"a":2,"c":0,"\\u0061":3}],"c":1,"b":2,"b":3}';
    expect(scanJson(text).repeatedKeys).toEqual([
      { key: 'a', offset: text.indexOf('"\\u0061"') },
      { key: 'b', offset: text.indexOf('"b":2') },
      { key: 'b', offset: text.indexOf('"b":3') },
    ]);
  });
});

describe('countOf', () => {
  it.each([
    [1, 'event version', '1 event version'],
    [0, 'file', '0 files'],
    [2, 'catalog', '2 catalogs'],
    [74598, 'strain file', '74,598 strain files'],
  ])('%i %s', (count, noun, text) => {
    expect(countOf(count, noun)).toBe(text);
  });

  it('accepts an irregular plural', () => {
    expect([countOf(1, 'entry', 'entries'), countOf(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']);
  });
});

describe('wantsColor', () => {
  it.each([
    [{}, false, false],
    [{}, true, true],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j, on a terminal: %s', (environment, isTTY, expected) => {
    const names = ['NO_COLOR', 'FORCE_COLOR', 'TERM'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) delete process.env[name];
    Object.assign(process.env, environment);
    const wanted = wantsColor({ isTTY });
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    expect(wanted).toBe(expected);
  });
});

describe('formatProblems', () => {
  const problem: Problem = {
    file: '/x/data/a.yaml',
    line: 2,
    column: 3,
    code: 'D104',
    message: 'm',
    fix: 'f',
    excerpt: 'e',
  };

  it('shows paths relative to the working folder, absolute outside of it', () => {
    expect(formatProblems([problem], { cwd: '/x' })).toBe('data/a.yaml:2:3  D104  m\n  2 | e\n  fix: f\n1 problem\n');
    expect(formatProblems([problem], { cwd: '/y' })).toContain('/x/data/a.yaml:2:3');
  });

  it('only has colour if requested', () => {
    expect(formatProblems([problem])).not.toContain('\u001b');
    expect(formatProblems([problem], { color: true })).toContain('\u001b[31mD104');
  });

  it('is empty without problems', () => {
    expect(formatProblems([])).toBe('');
  });

  it('shows many problems of a file that say the same once, with their lines, and counts all of them', () => {
    const alike = (...lines: number[]) => lines.map((line) => ({ ...problem, line }));
    const other = { ...problem, line: 3, message: 'n' };
    const [first, second] = alike(2, 5) as [Problem, Problem];
    expect(formatProblems([first, other, second], { cwd: '/x' }).match(/^data.*/gm)).toEqual([
      'data/a.yaml:2:3  D104  m',
      'data/a.yaml:3:3  D104  n',
      'data/a.yaml:5:3  D104  m',
    ]);
    const twelve = alike(2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    expect(formatProblems([first, other, ...twelve.slice(1)], { cwd: '/x' })).toBe(
      'data/a.yaml:2:3  D104  m\n  2 | e\n  also in lines 5, 6, 7, 8, 9, 10, 11, 12, and 3 more\n  fix: f\n' +
        'data/a.yaml:3:3  D104  n\n  3 | e\n  fix: f\n' +
        '13 problems\n',
    );
    const inFiles = alike(2, 2, 2, 2).map((one, n) => ({ ...one, file: `/x/data/${n}.yaml` }));
    expect(formatProblems(inFiles, { cwd: '/x' }).match(/D104/g)).toHaveLength(4);
  });

  it.each([
    [[2, 2, 5, 5], 'also in line 5; 4 times in all'],
    [[2, 2, 5, 6, 6], 'also in lines 5, 6; 5 times in all'],
    [[2, 5, 6, 7], 'also in lines 5, 6, 7'],
    [[2, 2, 2, 2], '4 times in all'],
  ])('shows problems in lines %j as %s', (lines, text) => {
    const alike = lines.map((line) => ({ ...problem, line }));
    expect(formatProblems(alike, { cwd: '/x' })).toMatch(`data/a.yaml:2:3  D104  m\n  2 | e\n  ${text}\n  fix: f\n`);
  });

  it('mentions no lines of a response, which has none', () => {
    const file = 'https://x.example/api/v2/runs';
    const one = { file, line: 1, column: 1, code: 'D104' as const, message: 'm', fix: 'f' };
    const alike = Array.from({ length: 4 }, () => ({ ...one }));
    expect(formatProblems(alike)).toBe(`${file}  D104  m\n  4 times in all\n  fix: f\n4 problems\n`);
  });

  it('shows 200,000 problems that say the same, in linear time', () => {
    const many = Array.from({ length: 200_000 }, (_, n) => ({ ...problem, line: n + 1 }));
    expect(formatProblems(many)).toContain('also in lines 2, 3, 4, 5, 6, 7, 8, 9, and 199,991 more\n');
  });
});

describe('printProblems', () => {
  it('groups all problems before it prints them in parts', () => {
    const many = Array.from({ length: 150_000 }, (_, n) => [
      { file: 'a.yaml', line: n + 1, column: 1, code: 'D104' as const, message: 'm', fix: 'f' },
      { file: 'b.yaml', line: n + 1, column: 1, code: 'D104' as const, message: `${n}`, fix: 'f' },
    ]);
    const written: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    printProblems(many.flat());
    write.mockRestore();
    const text = written.join('');
    expect(text.match(/also in .*/g)).toEqual(['also in lines 2, 3, 4, 5, 6, 7, 8, 9, and 149,991 more']);
    expect(text.match(/^b\.yaml/gm)).toHaveLength(150_000);
    expect([written.length, written.at(-1)]).toEqual([3, '300,000 problems in 2 files\n']);
  });
});

describe('the first items of a list', () => {
  it.each([
    { most: 3, shown: ['a', 'b', 'c'], more: [] },
    { most: 2, shown: ['a', 'b'], more: ['and 1 more (--json has all)'] },
    { most: 0, shown: [], more: ['and 3 more (--json has all)'] },
  ])('at most $most', ({ most, ...expected }) => {
    expect(firstOf(['a', 'b', 'c'], most, ' (--json has all)')).toEqual(expected);
  });
});
