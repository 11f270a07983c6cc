/**
 * Reads a service to its end: again where it changes meanwhile, on from where it was stopped. In: base URL, folder of the journal, kinds.
 * Out: what it said at one time. Throws HarvestError, or the reason of the signal. Nothing of the data is touched.
 */
import type { ImportKind } from '../import/kinds.ts';
import { Client, type ClientOptions } from './client.ts';
import { HarvestError } from './harvest-error.ts';
import type { Harvested } from './harvested.ts';
import { Journal } from './journal.ts';
import { readService } from './read-service.ts';
import { type OnProgress, Service } from './service.ts';

export interface HarvestOptions extends ClientOptions {
  /** Folder of the journal. */
  readonly journal: string;
  readonly kinds: readonly ImportKind[];
  readonly onProgress?: OnProgress;
  /** Told that the service changed, and is read again. */
  readonly onChange?: () => void;
}

/** How a harvest went. */
export interface Traffic {
  /** Requests sent. */
  readonly requests: number;
  /** Answers that an earlier, stopped run had brought. */
  readonly fromJournal: number;
  /** Answers that were the same as in an earlier harvest (304). */
  readonly unchanged: number;
}

/** What was read; `finish` is called once it is merged, so that the next harvest asks anew. */
export interface Reading {
  readonly found: Harvested;
  readonly traffic: Traffic;
  finish(): void;
}

const ROUNDS = 3;

export async function harvest(options: HarvestOptions): Promise<Reading> {
  const { base, journal: folder, kinds, onProgress, onChange } = options;
  const journal = new Journal(folder, base);
  try {
    const client = new Client(options);
    const service = new Service(base, client, journal);
    for (let round = 1; round <= ROUNDS; round++) {
      const found = await readService(service, kinds, onProgress);
      if (await service.isUnchanged()) {
        const traffic = { requests: client.asked, fromJournal: service.fromJournal, unchanged: service.unchanged };
        const finish = (): void => {
          journal.finish();
          journal.close();
        };
        return { found, traffic, finish };
      }
      service.restart();
      onChange?.();
    }
    throw new HarvestError(`${base}: the catalogue changed each of ${ROUNDS} times while it was read. Try again later`);
  } catch (error) {
    journal.close();
    throw error;
  }
}
