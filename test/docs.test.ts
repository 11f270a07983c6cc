/** The documentation agrees with the code: `npm run update` writes its tables from the code, and nothing is left out. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldsTable } from '../scripts/data-fields.ts';
import { INPUT_FILES } from '../src/catalogue/files/input-files.ts';
import { checkFolder, readDataFolder } from '../src/catalogue/load.ts';
import { createProgram } from '../src/cli/program.ts';
import { createCollections } from '../src/core/collections/registry.ts';
import type { Collection, Listing } from '../src/core/contract/collection.ts';
import { recordLineSet } from '../src/core/contract/line-sets.ts';
import { looksLikeRangeFilter } from '../src/core/contract/parameter-forms.ts';
import { FORMAT, PAGE, PAGE_SIZE, type Parameter } from '../src/core/contract/parameters.ts';
import { allParameters } from '../src/core/contract/query.ts';
import { requiredColumns } from '../src/intake/csv/columns.ts';
import { importCommunityCatalog, importCsv } from '../src/intake/import-file.ts';
import { formsOf } from '../src/intake/kinds/import-kind.ts';
import { IMPORT_KINDS, IMPORTS } from '../src/intake/kinds/kinds.ts';
import { DEFAULT_CONFIG } from '../src/site/config/config.ts';
import { expectFile } from './support/expect-file.ts';
import { inFiles } from './support/problem-text.ts';
import { SHIPPED_TOTALS } from './support/shipped-totals.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const collections = createCollections({
  detectors: ['H1'],
  catalogs: ['GWTC-1'],
  parameters: [{ name: 'param', unit: 'its unit', description: '' }],
});

function row({ name, codec, unit, meaning, default: preset }: Parameter): string {
  const value = preset === null || preset === '' ? '' : `\`${codec.format(preset)}\``;
  const shown = name.replace(/-param$/, '-<param>');
  return `| \`${shown}\` | ${codec.kind} | ${unit ?? ''} | ${meaning.replace('of param', 'of the parameter')} | ${value} |`;
}

const HEAD = '| name | kind | unit | meaning | default |\n|---|---|---|---|---|';

/** The placeholder for the id of a parent, by the collection of the parent. */
const ID_NAMES: Readonly<Record<string, string>> = {
  runs: '<run>',
  datasets: '<name>',
  catalogs: '<name>',
  events: '<name>',
  'event-versions': '<id>',
  timelines: '<flag>',
};

/** A path as in the documentation: `runs/<run>/strain-files`. */
const shownPath = ({ segments }: Listing): string =>
  segments.map((segment, n) => (segment === '{}' ? ID_NAMES[segments[n - 1] as string] : segment)).join('/');

/** The other listings of a collection, and the filters that are bound there. */
function otherPlaces(first: Listing, others: readonly Listing[]): string {
  const places = others.map((listing) => {
    const bound = [...first.filters.keys()].filter((name) => !listing.filters.has(name)).map((name) => `\`${name}\``);
    return `\`${shownPath(listing)}\`${bound.length === 0 ? '' : ` (without ${bound.join(', ')})`}`;
  });
  return places.length === 0 ? '' : `Likewise ${places.join(', ')}.\n\n`;
}

/** Range filters are shown once for all parameters. */
function table({ listings: [first, ...others] }: Collection): string {
  const listing = first as Listing;
  const shown = allParameters(listing).filter(({ name }) => !looksLikeRangeFilter(name) || !name.endsWith('gps-time'));
  const rows = shown.map(row).join('\n');
  return `### \`${shownPath(listing)}\`\n\n${otherPlaces(listing, others)}${HEAD}\n${rows}\n`;
}

describe('docs/contract.md', () => {
  const path = 'docs/contract.md';

  it('has the parameter tables of the code', () => {
    const filtered = collections.filter(({ listings }) => listings.some(({ filters }) => filters.size > 0));
    const paging = [PAGE_SIZE, PAGE, FORMAT].map((parameter) => row(parameter as Parameter)).join('\n');
    const tables = [...filtered.map(table), `### Every other listing\n\n${HEAD}\n${paging}\n`].join('\n');
    const written = read(path).replace(/(<!-- parameters:.*?-->\n)[\s\S]*?(<!-- end -->)/, `$1\n${tables}\n$2`);
    expectFile(path, written);
  });

  it('names the path of every listing and record', () => {
    const listings = collections.flatMap((collection) => collection.listings);
    const records = collections.filter((collection) => recordLineSet(collection) !== null).map(({ name }) => name);
    const paths = [...listings.map(shownPath), ...records.map((name) => `${name}/${ID_NAMES[name] ?? '<'}`)];
    const text = read(path);
    expect(paths.filter((one) => !text.includes(`\`${one}`))).toEqual([]);
  });
});

/** Copies the part of the shipped catalogue that samples refer to: all names of runs, catalogs and parameters, but few records. */
const copyCatalogue = (to: string): void => {
  for (const name of ['detectors', 'default-parameters', 'runs', 'catalogs'])
    cpSync(`data/${name}.yaml`, `${to}/${name}.yaml`);
  for (const folder of ['event-versions', 'event-strain-files', 'strain-files', 'strain-statistics']) {
    const filter = (path: string) =>
      path === `data/${folder}` || /\/(?:GWTC-1-confident|GWTC-5\.0|S6|O1)\.\w+$/.test(path);
    cpSync(`data/${folder}`, `${to}/${folder}`, { recursive: true, filter });
  }
};

describe('docs/import-events.md and docs/import-strain.md', () => {
  const pages = [read('docs/import-events.md'), read('docs/import-strain.md')];
  const sections = new Map(
    pages.flatMap((page) => page.split(/^## /m).slice(1)).map((section) => [section.split('\n')[0], section]),
  );
  it('have a section for each kind', () => {
    expect([...sections.keys()].toSorted()).toEqual(IMPORT_KINDS.toSorted());
  });

  it('docs/community-catalogs.md: its sample is imported with the default parameters that the text names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-import-'));
    const data = join(folder, 'data');
    copyCatalogue(data);
    const csv = join(folder, 'sample.json');
    writeFileSync(csv, /```json\n([\s\S]*?)```/.exec(read('docs/community-catalogs.md'))?.[1] ?? '');
    const { problems, warnings, isWritten } = importCommunityCatalog({ file: csv, data });
    expect({ problems, isWritten }).toEqual({ problems: [], isWritten: true });
    expect(warnings.map(({ message }) => message)).toEqual(['release_date is not stored']);
    const text = readFileSync(join(data, 'event-versions/Example-1.yaml'), 'utf8');
    rmSync(folder, { recursive: true });
    for (const line of ['far: {best: 0.001, is_upper_limit: true}', 'p_astro: {best: 0.97}', 'redshift: {best: 0.21']) {
      expect(text.slice(0, text.indexOf('parameter_sets'))).toContain(line);
    }
  });

  it.each(IMPORT_KINDS.map((kind) => ({ kind, section: sections.get(kind) as string })))(
    '$kind: every column is listed, and the sample is imported',
    ({ kind, section }) => {
      const forms = formsOf(IMPORTS[kind], {
        parameters: [{ name: '<parameter>', unit: '', description: '' }],
        otherParameters: [],
        catalogs: [],
      });
      // The columns of another form come after the usual ones.
      for (const [n, part] of section.split(/ also reads tables/).entries()) {
        const rows = [...part.matchAll(/^\| `([^`]+)` \| (required)? *\|/gm)];
        const named = (wanted: boolean) =>
          rows.filter(([, , required]) => (required !== undefined) === wanted).map(([, name]) => name);
        const form = forms[n];
        if (!form || (n > 0 && rows.length === 0)) continue;
        const required = requiredColumns(form);
        expect(named(true)).toEqual(required);
        expect(named(false).toSorted()).toEqual(
          Object.keys(form.columns)
            .filter((name) => !required.includes(name))
            .toSorted(),
        );
        const folder = mkdtempSync(join(tmpdir(), 'stillwave-import-'));
        copyCatalogue(join(folder, 'data'));
        const csv = join(folder, 'sample.csv');
        writeFileSync(csv, /```csv\n([\s\S]*?)```/.exec(part)?.[1] ?? '');
        const { problems, isWritten } = importCsv({ kind, file: csv, data: join(folder, 'data') });
        rmSync(folder, { recursive: true });
        expect({ problems, isWritten }).toEqual({ problems: [], isWritten: true });
      }
    },
  );
});

describe('docs/data.md and docs/data-strain.md', () => {
  const paths = ['docs/data.md', 'docs/data-strain.md'];
  const both = (): string => paths.map(read).join('\n');

  it('have the fields of every kind of data file, as in the schemas', () => {
    for (const path of paths) {
      const written = read(path).replace(
        /(<!-- fields of (\S+):.*?-->\n)[\s\S]*?(<!-- end -->)/g,
        (_, start, kind, end) => `${start}\n${fieldsTable(kind)}\n${end}`,
      );
      expectFile(path, written);
    }
    const kinds = [...both().matchAll(/<!-- fields of (\S+):/g)].map(([, kind]) => kind);
    expect(kinds.toSorted()).toEqual(Object.keys(INPUT_FILES).toSorted());
  });

  it('their examples are a valid catalogue together', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-data-'));
    const sections = both().split(/^## /m).slice(1);
    for (const section of sections) {
      const [, file = '', example = ''] = /^(\S+)\n[\s\S]*?```\w+\n([\s\S]*?)```/.exec(section) ?? [];
      const name = /^(?:catalog|dataset|run): (\S+)/.exec(example)?.[1] ?? 'O1';
      const target = join(folder, file.replace(/<\w+>/, name));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, example);
    }
    const { problems, counts } = checkFolder(readDataFolder(folder));
    rmSync(folder, { recursive: true });
    expect(inFiles(problems).map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
    expect(counts).toMatchObject({
      eventVersions: 1,
      strainFiles: 2,
      statistics: 1,
      eventStrainFiles: 12,
      segments: 2,
    });
  });
});

const COMMANDS = (await createProgram([])).commands.map((command) => command.name());

describe('docs/command-line.md', () => {
  it('says what each command with --json prints', async () => {
    const { commands } = await createProgram(COMMANDS);
    const withJson = commands.filter(({ options }) => options.some(({ long }) => long === '--json'));
    const documented = [...read('docs/command-line.md').matchAll(/^\| `([a-z]+)` \| `/gm)].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(withJson.map((command) => command.name()).toSorted());
  });
});

it('docs/command-line.md names every command', () => {
  expect(COMMANDS.length).toBeGreaterThan(5);
  expect(COMMANDS.filter((name) => !read('docs/command-line.md').includes(`\`stillwave ${name}\``))).toEqual([]);
});

it('docs/configuration.md names every key of the configuration', () => {
  const text = read('docs/configuration.md');
  expect(Object.keys(DEFAULT_CONFIG).filter((key) => !text.includes(`\`${key}`))).toEqual([]);
});

it('no page is longer than 250 lines', () => {
  const pages = ['docs', 'docs/hosts', 'docs/measurements'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => read(page).split('\n').length > 250)).toEqual([]);
});

it('every relative link in the documentation leads to a file, and to a heading that it has', () => {
  const pages = ['.', 'docs', 'docs/hosts', 'docs/measurements', 'data'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  );
  const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');
  const links = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?/g)].map(
      ([, link = '', anchor]) => [page, link === '' ? page : join(dirname(page), link), anchor] as const,
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(([, target]) => !existsSync(target))).toEqual([]);
  const anchorsOf = (path: string): string[] =>
    [...withoutCode(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
  expect(links.filter(([, target, anchor]) => anchor !== undefined && !anchorsOf(target).includes(anchor))).toEqual([]);
});

describe('docs/program.md', () => {
  it('has a row for each room', () => {
    const listed = [...read('docs/program.md').matchAll(/^\| \[`([^`]+)`\]\(\.\.\/src\//gm)].map(([, room]) => room);
    const foldersOf = (folder: string) =>
      readdirSync(join('src', folder), { withFileTypes: true })
        .filter((one) => one.isDirectory())
        .map(({ name }) => join(folder, name));
    const rooms = ['', 'core', 'explorer'].flatMap(foldersOf).filter((room) => room !== 'core');
    expect(listed.toSorted()).toEqual(rooms.toSorted());
  });
});

describe('README.md', () => {
  it('has the totals of the shipped catalogue', () => {
    const { strainFiles, eventVersions, events } = SHIPPED_TOTALS;
    const shown = /([\d,]+)\s+strain files and ([\d,]+)\s+versions of ([\d,]+)\s+events/
      .exec(read('README.md'))
      ?.slice(1);
    expect(shown).toEqual([strainFiles, eventVersions, events].map((total) => total.toLocaleString('en')));
    expect(read('docs/harvest.md')).toContain(`${strainFiles.toLocaleString('en')} strain files`);
  });
});
