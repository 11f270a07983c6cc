/** Serves sites of test catalogues, and harvests them without starting a process. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFiles } from '../../../src/fs/replace-files.ts';
import { createHandler } from '../../../src/hosts/node/handler.ts';
import { type HarvestOptions, harvest, type Traffic } from '../../../src/intake/harvest/harvest.ts';
import { DEFAULT_KINDS } from '../../../src/intake/harvest/harvest-kinds.ts';
import { mergeHarvest } from '../../../src/intake/harvest/merge-harvest.ts';
import type { ImportKind } from '../../../src/intake/kinds/kinds.ts';
import type { MergePolicy } from '../../../src/intake/merge/merge-values.ts';
import type { Merged, NotMerged } from '../../../src/intake/merge/merged.ts';
import { type Asked, startService, type TestService } from '../../support/serve-answers.ts';

/** Misbehaviour of a service for a request: true if it handled the request instead of answering it. */
export type Mischief = (asked: Asked, response: import('node:http').ServerResponse, origin: string) => boolean;

/** Serves a site with its handler, and with some misbehaviour. */
export async function serveSite(root: string, mischief: Mischief = () => false): Promise<TestService> {
  let handler: ReturnType<typeof createHandler> | null = null;
  const service = await startService(async (asked, request, response, origin) => {
    if (mischief(asked, response, origin)) return;
    handler ??= createHandler({ root, baseUrl: origin });
    (await handler).node(request, response);
  });
  const close = async (): Promise<void> => {
    await service.close();
    (await handler)?.close();
  };
  return { ...service, close };
}

interface Into extends Partial<Omit<HarvestOptions, 'answers'>> {
  readonly base: string;
  readonly data: string;
  readonly kinds?: readonly ImportKind[];
  readonly policy?: MergePolicy;
  readonly prune?: boolean;
  /** Folder for stored responses; by default a new one each time. */
  readonly answers?: string;
}

let folders = 0;

/** Harvests and installs like the command. */
export async function harvestInto(options: Into): Promise<{ merged: Merged | NotMerged; traffic: Traffic }> {
  const { data, kinds = DEFAULT_KINDS, policy = 'complete', prune } = options;
  const answers = options.answers ?? `${data}-answers-${++folders}`;
  const reading = await harvest({ rate: Number.POSITIVE_INFINITY, pauseMs: 1, ...options, kinds, answers });
  mkdirSync(data, { recursive: true });
  const merged = mergeHarvest(reading.found, { data, kinds, policy, prune });
  if ('files' in merged) {
    replaceFiles(data, merged.files);
    reading.finish();
  }
  return { merged, traffic: reading.traffic };
}

export const packsOf = (root: string): string => join(root, 'packs');
