/** `stillwave cache`: shows or removes the service responses that harvests have saved. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LockedError, lockFolder } from '../../fs/lock.ts';
import { outputError } from '../../fs/output-error.ts';
import { userFolder } from '../../fs/user-folder.ts';
import { SERVICE_FILE } from '../../intake/harvest/response-cache.ts';
import { countOf } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import { EXIT, fail, printJson, showBytes } from './report.ts';

export interface CacheOptions {
  /** Removes all saved responses. */
  readonly clear?: boolean;
  readonly json?: boolean;
}

/** The saved responses from one service. */
interface SavedAnswers {
  readonly folder: string;
  /** Base URL; null if the harvest was stopped before it saved one. */
  readonly service: string | null;
  readonly answers: number;
  readonly bytes: number;
  /** Time of the newest response, in ms; null if the harvest was stopped before it saved a response. */
  readonly newest: number | null;
}

/** Shows or removes saved responses. Returns the exit status. */
export async function cacheCommand({ clear = false, json }: CacheOptions): Promise<number> {
  const root = userFolder('harvest');
  const all = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readAnswers(join(root, name)))
    .sort((a, b) => b.bytes - a.bytes);
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  if (clear) {
    for (const { folder } of all) {
      if (!clearFolder(folder)) return fail(`a harvest uses ${folder}. Wait for it, then run this again`);
    }
  }
  const counts = { services: all.length, answers: all.reduce((sum, one) => sum + one.answers, 0), bytes };
  if (json) {
    printJson(true, counts, {
      folder: root,
      cleared: clear,
      services: all.map(({ newest, ...one }) => ({
        ...one,
        newest: newest === null ? null : new Date(newest).toISOString(),
      })),
    });
    return EXIT.clean;
  }
  const lines = [`${root}: ${countOf(counts.answers, 'saved answer')}, ${showBytes(bytes)}`];
  for (const { service, folder, answers, bytes, newest } of all) {
    const facts = [countOf(answers, 'answer'), showBytes(bytes), ...(newest === null ? [] : [showAge(newest)])];
    lines.push(`  ${service ?? folder}: ${facts.join(', ')}`);
  }
  if (clear) lines.push('Removed. The next harvest requests everything again.');
  else if (all.length > 0) lines.push('"stillwave cache --clear" removes them.');
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
  return EXIT.clean;
}

function readAnswers(folder: string): SavedAnswers {
  let service: string | null = null;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const answers = files.filter(({ name }) => name.endsWith('.json'));
  if (files.some(({ name }) => name === SERVICE_FILE))
    service = readFileSync(join(folder, SERVICE_FILE), 'utf8').trim();
  const stats = answers.flatMap(
    ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }) ?? [],
  );
  const bytes = stats.reduce((sum, { size }) => sum + size, 0);
  const newest = stats.reduce<number | null>((latest, { mtimeMs }) => Math.max(latest ?? 0, mtimeMs), null);
  return { folder, service, answers: answers.length, bytes, newest };
}

const DAY_MS = 24 * 3600 * 1000;

function showAge(time: number): string {
  const days = Math.floor((Date.now() - time) / DAY_MS);
  return days < 1 ? 'the newest less than a day old' : `the newest ${countOf(days, 'day')} old`;
}

/** Removes a folder of responses. Returns false if a harvest is using it. Throws OutputError. */
function clearFolder(folder: string): boolean {
  try {
    const lock = lockFolder(folder);
    try {
      rmSync(folder, { recursive: true, force: true });
    } finally {
      lock.release();
    }
    return true;
  } catch (error) {
    if (error instanceof LockedError) return false;
    throw outputError(error, folder, 'Some answers may have been removed.');
  }
}
