/** `stillwave harvest` into a folder that does not exist: if nothing is merged, it leaves nothing but stored responses. */
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildPacks } from '../../support/built-site.ts';
import { callCli } from '../../support/call-cli.ts';
import { fullCatalogue } from '../../support/data-folders.ts';
import { pageOf, sendJson, startService, type TestService } from '../../support/serve-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serveSite } from './harvest-into.ts';

const folder = temporaryFolder();
const services: TestService[] = [];
/** Responses are stored here. */
beforeAll(() => void vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache')));
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all(services.map((service) => service.close()));
});

async function serve(...[answer]: Parameters<typeof startService>): Promise<string> {
  const service = await startService(answer);
  services.push(service);
  return service.origin;
}

/** The status of a harvest into a new folder two levels deep, and the files that it leaves. */
async function harvest(base: string, ...flags: readonly string[]): Promise<[status: number | null, left: string[]]> {
  const into = mkdtempSync(join(folder, 'into-'));
  const args = ['harvest', base, '--data', join(into, 'new/data'), '--rate', '1000', '--quiet', ...flags];
  const { status } = await callCli(args);
  return [status, (readdirSync(into, { recursive: true }) as string[]).sort()];
}

const RUNS = [{ flags: [] }, { flags: ['--dry-run'] }];

it.each(RUNS)('a service that refuses everything, $flags', async ({ flags }) => {
  const base = await serve((_asked, _request, response) => sendJson(response, { detail: 'no' }, 403));
  expect(await harvest(base, ...flags)).toEqual([2, []]);
});

it.each(RUNS)('a service without entries, $flags', async ({ flags }) => {
  const base = await serve((_asked, _request, response) => sendJson(response, pageOf([])));
  const [status, left] = await harvest(base, ...flags);
  expect(status).not.toBe(2);
  expect(left).toEqual([]);
});

it('every harvest asks the service again, including the harvest after --dry-run', async () => {
  const site = join(folder, 'site');
  await buildPacks(join(fullCatalogue(), 'data'), site);
  const service = await serveSite(site);
  services.push(service);
  await harvest(service.origin, '--dry-run');
  const first = service.asked.length;
  expect(first).toBeGreaterThan(10);
  const [status, left] = await harvest(service.origin);
  expect([status, left.length > 2, service.asked.length]).toEqual([0, true, 2 * first]);
  await harvest(service.origin);
  expect(service.asked).toHaveLength(3 * first);
});

it('an existing folder stays', async () => {
  const data = join(folder, 'there');
  mkdirSync(data);
  const base = await serve((_asked, _request, response) => sendJson(response, pageOf([])));
  await callCli(['harvest', base, '--data', data, '--rate', '1000', '--quiet']);
  expect(readdirSync(data)).toEqual([]);
});
