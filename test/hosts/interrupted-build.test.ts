/** `serve` on a site whose build was killed while it moved files: it finishes the build before it answers. */

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { runCli, signalAtMove } from '../support/folders.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('serve finishes an interrupted build at its start', async () => {
  const root = temporaryFolder();
  const [data, site] = [join(root, 'data'), join(root, 'site')];
  cpSync(SMALL_DATA, data, { recursive: true });
  const build = (env = {}) =>
    runCli(inject('cli'), ['build', '--quiet', '--data', data, '--site', site, '--layout', 'packs'], env);
  expect((await build()).status).toBe(0);
  const releaseOf = () => JSON.parse(readFileSync(join(site, 'release.json'), 'utf8')).release.id;
  const old = releaseOf();
  const edited = join(data, 'catalogs.yaml');
  writeFileSync(edited, readFileSync(edited, 'utf8').replace('First catalog', 'The first catalog'));
  const killed = await build(signalAtMove('SIGKILL'));
  expect([killed.signal, releaseOf(), existsSync(join(site, '.stillwave'))]).toEqual(['SIGKILL', old, true]);
  const server = await startServer(inject('cli'), site);
  const answer = await fetch(`${server.origin}/api/v2/catalogs/GWTC-1`);
  expect(await answer.json()).toMatchObject({ description: 'The first catalog.' });
  expect([releaseOf() === old, existsSync(join(site, '.stillwave'))]).toEqual([false, false]);
  expect(await server.stop()).toBe(0);
});
