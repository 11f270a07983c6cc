/**
 * Malicious YAML and CSV: whatever the content, the command ends soon and writes nothing. It reports problems with their locations, without
 * control characters. Aliases that multiply do not fill the memory; `catalogue/hostile-size.test.ts` has other limits of memory.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readYamlFile } from '../../src/catalogue/files/yaml-file.ts';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { differences, snapshot } from '../support/folders.ts';
import { LONG } from '../support/property-runs.ts';
import type { Run } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
let copies = 0;

function copyData(): string {
  const data = join(root, `data-${copies++}`);
  cpSync(SMALL_DATA, data, { recursive: true });
  return data;
}

/** Runs the program with little memory. */
function run(...args: string[]) {
  const command = ['--max-old-space-size=256', inject('cli'), ...args];
  return spawnSync(process.execPath, command, { encoding: 'utf8' });
}

function expectProblems({ status, stderr }: Run): void {
  expect(stderr).not.toMatch(/\n {4}at |RangeError|TypeError|heap/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur.
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(stderr).toMatch(/:\d+:\d+ {2}D\d{3} {2}/);
  expect(status).toBe(1);
}

const entry = (fields: string): string =>
  `catalog: GWTC-1\nevent_versions:\n  - { name: GW150914, version: 1, gps: 1126259462.4, detectors: [H1], ${fields} }\n`;

const laughs = Array.from({ length: 30 }, (_, n) => {
  const items = n === 0 ? '"ha"' : Array.from({ length: 9 }, () => `*a${n - 1}`).join(', ');
  return `a${n}: &a${n} [${items}]\n`;
}).join('');

const YAML: Readonly<Record<string, string>> = {
  'aliases that multiply': laughs,
  'an alias of itself': 'catalog: &a GWTC-1\nevent_versions: &b [*b]\n',
  'very deep lists': `catalog: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
  'very deep mappings': `catalog: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}\n`,
  'a tag of a language': entry('doi: !!js/function "function () {}"'),
  'a merge key': `x: &x { name: A }\n${entry('<<: *x')}`,
  'names of object members': entry('parameters: { __proto__: { best: 1 }, constructor: { best: 2 } }'),
  'an entry that is __proto__': entry('__proto__: { polluted: true }'),
  'escape sequences': entry('doi: "\\e]0;title\\a\\e[2J"'),
  'text that turns round': entry('doi: "https://x.test/\\u202Egnp.exe"'),
  NUL: entry('doi: "https://x.test/\\0"'),
  'a name with a line feed': entry('doi: "https://x.test/\\nSet-Cookie: a=b"'),
  'a script in the place of a link': entry('doi: "javascript:alert(1)"'),
  'a very long text': entry(`doi: "${'x'.repeat(1_000_000)}"`),
  'a very long number': entry(`parameters: { far: { best: 1${'0'.repeat(100_000)} } }`),
  'a version in octal': entry('detectors_source: 017'),
  'many documents': '---\ncatalog: GWTC-1\n'.repeat(20_000),
  'many repeated keys': `catalog: GWTC-1\n${'event_versions: []\n'.repeat(2_000)}`,
};

describe('hostile YAML', () => {
  it.each(Object.keys(YAML))('%s', async (name) => {
    const data = copyData();
    writeFileSync(join(data, 'event-versions/GWTC-1.yaml'), YAML[name] as string);
    expectProblems(await callCli(['validate', '--data', data]));
  });

  it('no site is built from it', () => {
    const data = copyData();
    writeFileSync(join(data, 'event-versions/GWTC-1.yaml'), laughs);
    const out = join(root, 'none');
    expectProblems(run('build', '--data', data, '--site', out, '--layout', 'packs', '--quiet'));
    expect(existsSync(out)).toBe(false);
  });
});

describe('a version in YAML that people and programs read differently', () => {
  it.each([
    '017',
    '0x10',
    '0o17',
    '+017',
    '1_000',
    '1:30',
    '1e999',
    '.inf',
    '.nan',
    '2015-09-14',
    '9007199254740993',
    '-0',
  ])('%s is a problem', (version) => {
    const path = join(root, 'version.yaml');
    const entry = `  - name: GW150914\n    version: ${version}\n    gps: 1126259462.4\n    detectors: [H1]\n`;
    writeFileSync(path, `catalog: GWTC-1\nevent_versions:\n${entry}`);
    expect(readYamlFile(path, 'event-versions').problems).toEqual([expect.objectContaining({ line: 4 })]);
  });
});

const HEAD = 'name,version,gps,catalog,detectors,doi';

const CSV: Readonly<Record<string, string | Buffer>> = {
  'a quote that is not closed': `${HEAD}\n"GW1,1,1126259462.4,GWTC-1,H1,\n${'x,'.repeat(100_000)}`,
  'a row of very many cells': `${HEAD}\n${'x,'.repeat(200_000)}\n`,
  'a column of a very long name': `${HEAD},${'x'.repeat(1_000_000)}\n`,
  'a column twice': `${HEAD},doi\n`,
  'columns named after object members': `${HEAD},__proto__,constructor\nGW1,1,1126259462.4,GWTC-1,H1,,1,2\n`,
  'escape sequences': `${HEAD}\n\u001b]0;x\u0007GW1,1,1126259462.4,GWTC-1,H1,\u001b[2J\n`,
  'a name that leads out': `${HEAD}\n../../GW1,1,1126259462.4,../GWTC-1,H1,\n`,
  'a catalog that is a file': `${HEAD}\nGW1,1,1126259462.4,GWTC-1.yaml,H1,\n`,
  'a version in octal': `${HEAD}\nGW1,017,1126259462.4,GWTC-1,H1,\n`,
  'a version in hex': `${HEAD}\nGW1,0x10,1126259462.4,GWTC-1,H1,\n`,
  'a version with underscores': `${HEAD}\nGW1,1_000,1126259462.4,GWTC-1,H1,\n`,
  'a script in the place of a link': `${HEAD}\nGW1,1,1126259462.4,GWTC-1,H1,javascript:alert(1)\n`,
  'YAML in a cell': `${HEAD}\n"GW1\n  - name: GW2",1,1126259462.4,GWTC-1,H1,\n`,
  'carriage returns alone': `${HEAD}\rGW1,1,1126259462.4,GWTC-1,H1\r`,
  'UTF-16': Buffer.from(`${HEAD}\n`, 'utf16le').toString('latin1'),
  'half a surrogate pair': Buffer.from(`${HEAD}\nGW\xed\xa0\x80,1,1126259462.4,GWTC-1,H1,\n`, 'latin1'),
  'an infinite gps': `${HEAD}\nGW1,1,1e999,GWTC-1,H1,\n`,
  'a version that no number holds': `${HEAD}\nGW1,9007199254740993,1126259462.4,GWTC-1,H1,\n`,
  'a formula as a name': `${HEAD}\n=1+1,1,1126259462.4,GWTC-1,H1,\n`,
  'quotes in the middle': `${HEAD}\nG"W"1,1,1126259462.4,GWTC-1,H1,\n`,
  'NUL bytes': `${HEAD}\nGW\0,1,1126259462.4,GWTC-1,H1,\n`,
};

describe('hostile CSV', () => {
  it.each(Object.keys(CSV))('%s', async (name) => {
    const data = copyData();
    const before = snapshot(data);
    const csv = join(root, 'rows.csv');
    writeFileSync(csv, CSV[name] as string | Buffer);
    expectProblems(await callCli(['import', 'event-versions', csv, '--data', data]));
    expect(differences(snapshot(data), before)).toEqual([]);
  });
});

// These tests are slow, and need gigabytes of memory if the temporary folder is in memory.
if (LONG)
  describe('files that are too large', () => {
    it('a YAML file and a CSV file of 600 MB are refused', () => {
      const data = copyData();
      // NUL bytes that take no disk space.
      truncateSync(join(data, 'event-versions/GWTC-1.yaml'), 6e8);
      const ended = run('validate', '--data', data);
      expectProblems(ended);
      expect(ended.stderr).toContain('the file is larger than 16 MiB');
      const csv = join(root, 'large.csv');
      writeFileSync(csv, HEAD);
      truncateSync(csv, 6e8);
      expectProblems(run('import', 'event-versions', csv, '--data', copyData()));
    });

    it.each([
      ['a line of 40 MB', (): string => `{"x":"${'a'.repeat(4e7)}"}`, 'D150'],
      ['a NUL byte', () => '\0\n{}', 'D103'],
    ])('a build does not report statistics with %s as changed', (_, make, code) => {
      const data = copyData();
      const path = join(data, 'strain-statistics/O1.ndjson');
      writeFileSync(path, `${make()}\n${'{}\n'.repeat(100_000)}`);
      const ended = run('build', '--data', data, '--site', join(root, 'none'), '--layout', 'packs', '--quiet');
      expectProblems(ended);
      expect(ended.stderr).toContain(code);
      expect(ended.stderr).not.toContain('changed while it was read');
    });
  });
