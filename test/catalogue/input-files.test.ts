import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPlainFiles } from '../../src/catalogue/files/data-folder.ts';
import { allPaths, listInputFiles } from '../../src/catalogue/files/input-files.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import { fullCatalogue, SHIPPED_DATA, smallCatalogue } from '../support/data-folders.ts';
import { inFiles } from '../support/problem-text.ts';

describe('a symbolic link in a data folder', () => {
  it.each([
    ['to a file', 'event-versions/x.yaml', '../../private.yaml'],
    ['to a file that is required', 'runs.yaml', '../private.yaml'],
    ['to statistics', 'strain-statistics/O1.ndjson', '../../private.yaml'],
    ['with an unexpected name', 'notes.txt', '../private.yaml'],
    ['to a folder', 'timelines', '../private'],
    ['instead of a folder with files', 'event-versions', '../private'],
    ['in an unexpected folder', 'more/x.yaml', '../../private.yaml'],
    ['to a file inside', 'event-versions/x.yaml', 'GWTC-1.yaml'],
    ['to another link', 'event-versions/x.yaml', '../../link.yaml'],
    ['to a path that does not exist', 'event-versions/x.yaml', '../../nowhere.yaml'],
    ['to itself', 'event-versions/x.yaml', 'x.yaml'],
    ['to a device', 'event-versions/x.yaml', '/dev/zero'],
  ])('%s is the only problem, and nothing of its target is read', (_, name, target) => {
    const folder = smallCatalogue();
    const data = join(folder, 'data');
    writeFileSync(join(folder, 'private.yaml'), 'password: hunter2\n');
    mkdirSync(join(folder, 'private'));
    writeFileSync(join(folder, 'private/O1.yaml'), 'password: hunter2\n');
    symlinkSync('private.yaml', join(folder, 'link.yaml'));
    const link = join(data, name);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(target, link);
    const csv = join(folder, 'runs.csv');
    writeFileSync(csv, 'name,gps_start,gps_end\nO9,1,2\n');
    for (const problems of [
      checkFolder(readDataFolder(data)).problems,
      importCsv({ kind: 'runs', file: csv, data }).problems,
    ]) {
      expect(inFiles(problems).map(({ file, code }) => [file, code])).toEqual([[link, 'D100']]);
      expect(JSON.stringify(problems)).not.toContain('hunter2');
    }
    expect(listPlainFiles(data)).toBeNull();
  });

  it('is followed if it is the data folder itself, and ignored if its name starts with a dot', () => {
    const folder = smallCatalogue();
    renameSync(join(folder, 'data'), join(folder, 'real'));
    symlinkSync('real', join(folder, 'data'));
    symlinkSync('nobody@host.1', join(folder, 'real/.#runs.yaml'));
    symlinkSync('../stillwave.config.yaml', join(folder, 'real/README.md'));
    expect(checkFolder(readDataFolder(join(folder, 'data'))).problems).toEqual([]);
  });
});

/** A temporary file of an import. */
const LEFT = '.runs.yaml.0123456789abcdef.tmp';

describe('a plain listing', () => {
  it.each([
    ['the shipped data', SHIPPED_DATA],
    ['data of every kind', join(fullCatalogue(), 'data')],
  ])('has the input files of %s', (_, data) => {
    expect(listPlainFiles(data)?.sort()).toEqual(allPaths(listInputFiles(data)));
  });

  it('has unexpected files too, but hidden files only if an import has left them', () => {
    const data = join(smallCatalogue(), 'data');
    const before = listPlainFiles(data) ?? [];
    const names = ['notes.txt', LEFT, 'timelines/O1.yml', '.git', '.vimrc.1.tmp', 'README.md'];
    mkdirSync(join(data, 'timelines'));
    for (const name of names) writeFileSync(join(data, name), '');
    const added = ['notes.txt', LEFT, 'timelines/O1.yml'].map((name) => join(data, name));
    expect(listPlainFiles(data)?.sort()).toEqual([...before, ...added].sort());
  });

  it.each(['timelines/old', 'event-versions/GWTC-1.yaml/old'])('is null if there is a folder %s', (name) => {
    const data = join(smallCatalogue(), 'data');
    if (name.startsWith('event')) rmSync(join(data, 'event-versions/GWTC-1.yaml'));
    mkdirSync(join(data, name), { recursive: true });
    expect(listPlainFiles(data)).toBeNull();
  });

  it('is null if the data folder does not exist', () => {
    expect(listPlainFiles(join(smallCatalogue(), 'nowhere'))).toBeNull();
  });
});

describe('leftovers of editors and spreadsheets', () => {
  it.each([
    'event-versions/GWTC-1.yaml~',
    'event-versions/GWTC-1 (copy).yaml',
    'event-versions/GWTC-1 - Copy.yaml',
    'event-versions/GWTC-1 (1).yaml',
    'event-versions/GWTC-1.yaml.bak',
    'event-versions/GWTC-1.yaml.orig',
    'event-versions/GWTC-1.yaml.tmp',
    'notes.tmp',
    'event-versions/~$GWTC-1.yaml',
    'event-versions/#GWTC-1.yaml#',
    'event-versions/GWTC-1.yaml.swp',
    'runs.yaml~',
    'runs (copy).yaml',
    '~$runs.xlsx',
  ])('%s is named as one, and is not read', (name) => {
    const data = join(smallCatalogue(), 'data');
    writeFileSync(join(data, name), 'older content');
    const { problems } = checkFolder(readDataFolder(data));
    expect(inFiles(problems).map(({ file, code, message }) => [file, code, message.replace(/^"[^"]*" /, '')])).toEqual([
      [join(data, name), 'D110', 'looks like a copy or backup that an editor left'],
    ]);
    expect(problems[0]?.fix).toBe('delete it, or move it away');
  });

  it.each([LEFT, 'event-versions/.GWTC-1.yaml.fedcba9876543210.tmp'])('%s is named as one of an import', (name) => {
    const data = join(smallCatalogue(), 'data');
    writeFileSync(join(data, name), '');
    const found = checkFolder(readDataFolder(data)).problems.map(({ code, message }) => `${code} ${message}`);
    expect(found).toEqual([`D110 "${basename(name)}" is left over from an interrupted import`]);
  });

  it('no fix suggests a name that another file has', () => {
    const data = join(smallCatalogue(), 'data');
    const names = ['runs.yml', 'event-versions/GWTC-1.yml', 'event-versions/GWTC-1-old.yaml'];
    for (const name of names) writeFileSync(join(data, name), 'catalog: GWTC-1\nevent_versions: []\n');
    const fixes = checkFolder(readDataFolder(data)).problems.filter(({ code }) => code === 'D110' || code === 'D123');
    expect(fixes).toHaveLength(3);
    for (const { fix } of fixes) expect(fix).not.toMatch(/rename/);
  });
});

describe('a file with a fault that cannot be seen', () => {
  it.each([
    ['after a colon', '    gps_start:\u00a01126051217', 5],
    ['before a key', '\u00a0   gps_start: 1126051217', 5],
  ])('a no-break space %s is named', (_, line, number) => {
    const data = join(smallCatalogue(), 'data');
    const lines = ['', 'runs:', '  - name: O1', '    detectors: [H1, L1]', line, '    gps_end: 1137254417', ''];
    writeFileSync(join(data, 'runs.yaml'), lines.join('\n'));
    const [problem] = inFiles(checkFolder(readDataFolder(data)).problems).filter(({ file }) =>
      file.endsWith('runs.yaml'),
    );
    expect([problem?.line, problem?.message]).toEqual([
      number,
      'a no-break space, which looks like a space, is part of the text here',
    ]);
  });

  it('an emptied runs.yaml is not told to be deleted: "runs: []" is valid', () => {
    const data = join(smallCatalogue(), 'data');
    writeFileSync(join(data, 'runs.yaml'), '# nothing yet\n');
    const [problem] = inFiles(checkFolder(readDataFolder(data)).problems).filter(({ file }) =>
      file.endsWith('runs.yaml'),
    );
    expect(problem?.fix).toBe('fill it in, or write "runs: []"');
    writeFileSync(join(data, 'runs.yaml'), 'runs: []\n');
    expect(
      inFiles(checkFolder(readDataFolder(data)).problems).filter(({ file }) => file.endsWith('runs.yaml')),
    ).toEqual([]);
  });
});
