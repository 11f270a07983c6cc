/** Copies of data folders for tests. Every copy is removed when the test file ends. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SHIPPED_DATA = join(ROOT, 'data');
const SMALL_DATA = join(ROOT, 'test/fixtures/small-data');

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-'));
  made.push(folder);
  return folder;
}

/** A folder that holds the small catalogue as `data/`. */
export function smallCatalogue(): string {
  const folder = temporaryFolder();
  cpSync(SMALL_DATA, join(folder, 'data'), { recursive: true });
  return folder;
}

/** Puts the files of `overlay` over a folder; a file gives way to a folder of its name, and the other way round. */
function layOver(overlay: string, folder: string): void {
  for (const name of readdirSync(overlay)) {
    const from = join(overlay, name);
    const to = join(folder, name);
    const isFolder = statSync(from).isDirectory();
    if (existsSync(to) && statSync(to).isDirectory() !== isFolder) rmSync(to, { recursive: true });
    if (isFolder && existsSync(to)) layOver(from, to);
    else cpSync(from, to, { recursive: true });
  }
}

/** The small catalogue with the files of a case over it, and without those that its `remove.txt` names. */
export function catalogueWith(caseFolder: string): string {
  const folder = smallCatalogue();
  layOver(caseFolder, folder);
  const removed = join(caseFolder, 'remove.txt');
  if (existsSync(removed)) {
    for (const name of readFileSync(removed, 'utf8').trim().split('\n')) {
      rmSync(join(folder, 'data', name), { recursive: true });
    }
  }
  return folder;
}

/** Contents of all files below a folder, by path. */
export function snapshot(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length), readFileSync(path, 'latin1'));
  }
  return files;
}
