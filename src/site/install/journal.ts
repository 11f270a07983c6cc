/**
 * The journal of a build, `commit.json` in its work folder: what remains to be done once everything is staged. It exists while the
 * release is moved into place, so that the next command can finish an interrupted move.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSafePath } from './manifest.ts';
import { sync } from './moving.ts';

export interface Journal {
  /** Paths of files that the new release no longer has. */
  readonly remove: readonly string[];
  /** True if every move must be synced to disk, also if another command finishes the build. */
  readonly durable: boolean;
}

const journalFile = (work: string) => join(work, 'commit.json');
/** The journal while it is written. */
const unfinishedFile = (work: string) => `${journalFile(work)}.part`;

/** Reads the journal; null if there is none, or if a power cut damaged it before it reached the disk. */
export function readJournal(work: string): Journal | null {
  try {
    const journal = JSON.parse(readFileSync(journalFile(work), 'utf8')) as Partial<Journal> | null;
    if (!Array.isArray(journal?.remove) || !journal.remove.every(isSafePath)) return null;
    return { remove: journal.remove, durable: journal.durable === true };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the journal, which is complete as soon as it exists. */
export function writeJournal(work: string, journal: Journal): void {
  const unfinished = unfinishedFile(work);
  writeFileSync(unfinished, JSON.stringify(journal));
  if (journal.durable) sync(unfinished);
  renameSync(unfinished, journalFile(work));
}

/** Removes the journal, also one that was being written. */
export function removeJournal(work: string): void {
  for (const path of [journalFile(work), unfinishedFile(work)]) rmSync(path, { recursive: true, force: true });
}
