/** Documentation says what the code does: tables are written from the code (`npm run docs`), and nothing is left out. */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IMPORTS } from '../src/catalogue/import/kinds.ts';
import { createProgram } from '../src/cli.ts';
import { IMPORT_KINDS, importFile } from '../src/commands/import.ts';
import {
  allParameters,
  createListings,
  type Listing,
  looksLikeRangeFilter,
  type Parameter,
} from '../src/contract/listings.ts';
import { LISTING_NAMES } from '../src/contract/wire.ts';
import { DEFAULT_CONFIG } from '../src/site/config/config.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const listings = createListings({
  detectors: ['H1'],
  catalogs: ['GWTC-1'],
  parameters: [{ name: 'param', unit: 'its unit', description: '' }],
});

function row({ name, codec, unit, meaning, default: preset }: Parameter): string {
  const value = preset === null || preset === '' ? '' : `\`${codec.format(preset)}\``;
  const shown = name.replace(/-param$/, '-<param>');
  return `| \`${shown}\` | ${codec.kind} | ${unit ?? ''} | ${meaning.replace('of param', 'of the parameter')} | ${value} |`;
}

/** Range filters are shown once for all parameters. */
function table(listing: Listing): string {
  const shown = allParameters(listing).filter(({ name }) => !looksLikeRangeFilter(name) || !name.endsWith('gps-time'));
  const rows = shown.map(row).join('\n');
  return `### \`${listing.name}\`\n\n| name | kind | unit | meaning | default |\n|---|---|---|---|---|\n${rows}\n`;
}

describe('docs/contract.md', () => {
  it('has the parameter tables of the code', () => {
    const path = 'docs/contract.md';
    const tables = LISTING_NAMES.map((name) => table(listings[name])).join('\n');
    const written = read(path).replace(/(<!-- parameters:.*?-->\n)[\s\S]*?(<!-- end -->)/, `$1\n${tables}\n$2`);
    if (process.env.UPDATE_DOCS) writeFileSync(path, written);
    expect(read(path)).toBe(written);
  });
});

describe('docs/import.md', () => {
  const sections = read('docs/import.md').split(/^## /m).slice(1);
  it('has a section for each kind', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual([...IMPORT_KINDS]);
  });

  it.each(IMPORT_KINDS.map((kind, index) => ({ kind, section: sections[index] as string })))(
    '$kind: every column, and a sample that is taken as it is',
    ({ kind, section }) => {
      const rows = [...section.matchAll(/^\| `([^`]+)` \| (required)? *\|/gm)];
      const named = (wanted: boolean) =>
        rows.filter(([, , required]) => (required !== undefined) === wanted).map(([, name]) => name);
      const columns = IMPORTS[kind].columns(['<parameter>']);
      expect(named(true)).toEqual(columns.required);
      expect(named(false).toSorted()).toEqual(columns.optional.toSorted());
      const folder = mkdtempSync(join(tmpdir(), 'stillwave-import-'));
      cpSync('data', join(folder, 'data'), { recursive: true });
      const csv = join(folder, 'sample.csv');
      writeFileSync(csv, /```csv\n([\s\S]*?)```/.exec(section)?.[1] ?? '');
      const { problems, isWritten } = importFile({ kind, csv, data: join(folder, 'data') });
      rmSync(folder, { recursive: true });
      expect({ problems, isWritten }).toEqual({ problems: [], isWritten: true });
    },
  );
});

describe('README.md', () => {
  const readme = read('README.md');

  it('names every command', () => {
    const commands = createProgram(() => {}).commands.map((command) => command.name());
    for (const command of commands) expect(readme).toContain(`\`stillwave ${command}\``);
  });

  it('names every script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const documented = Object.keys(scripts).filter((name) => !/^(check|fix):/.test(name) && !/^(pre|post)/.test(name));
    for (const name of documented) expect(readme).toMatch(new RegExp(`npm (run )?${name}\\b`));
  });

  it('names every key of the configuration', () => {
    for (const key of Object.keys(DEFAULT_CONFIG)) expect(readme).toContain(`\`${key}`);
  });

  it('leads through every source file of the core', () => {
    for (const folder of ['contract', 'listing', 'rewrite']) {
      for (const file of readdirSync(`src/${folder}`)) {
        const isNamed = readme.includes(`\`${file}\``);
        expect(isNamed, `${folder}/${file}`).toBe(true);
      }
    }
  });
});
