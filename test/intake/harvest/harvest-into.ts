/** Serves sites of test catalogues, and harvests them without starting a process. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFiles } from '../../../src/fs/replace-files.ts';
import { createHandler } from '../../../src/hosts/node/handler.ts';
import { Client, type ClientOptions } from '../../../src/intake/harvest/client.ts';
import { DEFAULT_KINDS } from '../../../src/intake/harvest/harvest-kinds.ts';
import { type HarvestMergeOptions, mergeHarvest } from '../../../src/intake/harvest/merge-harvest.ts';
import { readService } from '../../../src/intake/harvest/read-service.ts';
import { Service } from '../../../src/intake/harvest/service.ts';
import type { Merged } from '../../../src/intake/merge/merge.ts';
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

/** Responses are stored in a new folder each time, if `answers` does not name another. */
type Into = Pick<ClientOptions, 'base'> &
  Pick<HarvestMergeOptions, 'data'> &
  Partial<ClientOptions & HarvestMergeOptions> &
  ConstructorParameters<typeof Client>[1];

let folders = 0;

/** Harvests and installs like the command. */
export async function harvestInto(options: Into): Promise<{ merged: Merged; traffic: Client['traffic'] }> {
  const { data, kinds = DEFAULT_KINDS } = options;
  const answers = options.answers ?? `${data}-answers-${++folders}`;
  const client = new Client({ rate: Number.POSITIVE_INFINITY, ...options, answers }, { pauseMs: 1, ...options });
  const found = await readService(new Service(client, options.onProgress), kinds);
  mkdirSync(data, { recursive: true });
  const merged = mergeHarvest(found, { ...options, kinds });
  if (merged.reason === null) {
    replaceFiles(data, merged.files);
    client.finish();
  }
  return { merged, traffic: client.traffic };
}

export const packsOf = (root: string): string => join(root, 'packs');

/** The warnings about the service itself, without those about implausible values, which `validate` reports too. */
export const serviceWarnings = ({ warnings }: Merged) =>
  warnings.filter(({ code }) => code === 'W211' || code === 'W220');
