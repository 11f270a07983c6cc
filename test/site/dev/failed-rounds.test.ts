/** `stillwave dev` when files cannot be written or read: it reports this, and continues with the next save when they can. */

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ask, eventually } from '../../support/server.ts';
import { type Dev, listenTo, makeProject, startDev, whenStarted } from './running.ts';

const WITHOUT_OVERRIDE = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];

const project = makeProject();
const GWTC_1 = 'event-versions/GWTC-1.yaml';
const path = project.file(GWTC_1);
const original = readFileSync(path, 'utf8');
const withMass = (mass: number) => original.replace('best: 35.6', `best: ${mass}`);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', project.temporary]).status === 0;
if (!isMounted) console.warn('a file system cannot be mounted here: a full one is not tested');
afterAll(() => isMounted && spawnSync('umount', [project.temporary]));

const filler = join(project.temporary, 'filler');
afterEach(() => rmSync(filler, { force: true }));

async function mass({ origin }: Dev): Promise<unknown> {
  const { body } = await ask(`${origin}/api/v2/event-versions/GW150914-v3`);
  return JSON.parse(body.toString()).default_parameters[0].best;
}

async function end(dev: Dev): Promise<void> {
  dev.kill('SIGINT');
  expect(await dev.exited).toBe(0);
}

/** Fills the disk to the last byte. */
function fill(): void {
  const block = Buffer.alloc(4096);
  for (let isFull = false; !isFull; ) {
    try {
      writeFileSync(filler, block, { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
      isFull = true;
    }
  }
}

it.runIf(isMounted)(
  'a full disk is reported, the last valid data stay, and the next save is shown when there is space',
  async () => {
    const dev = await whenStarted(startDev(project));
    const { told } = listenTo(dev.origin);
    await eventually(() => told.length > 0, 'the state is told');
    const seen = dev.stderr().length;
    fill();
    project.save(GWTC_1, withMass(36.1));
    await eventually(() => told.at(-1)?.problems !== '', 'pages are told');
    const reason = /no space is left on the disk\. .*"dev" tries again when a file is saved\./;
    expect(told.at(-1)?.problems).toMatch(/^This page shows the last valid data\.\n\n/);
    expect(told.at(-1)?.problems).toMatch(reason);
    writeFileSync(path, withMass(36.2));
    const toldBefore = told.length;
    await eventually(() => told.length > toldBefore, 'the save was tried');
    expect(await mass(dev)).toBe(35.6);
    rmSync(filler);
    writeFileSync(path, withMass(36.3));
    await eventually(async () => (await mass(dev)) === 36.3, 'the change is there');
    await eventually(() => told.at(-1)?.problems === '', 'pages are told');
    const said = dev.stderr().slice(seen);
    expect(said).toMatch(reason);
    expect(said).toMatch(/\nAll problems are fixed\.\n[\s\S]* shows data, read in .*\n$/);
    await end(dev);
  },
);

it.runIf(isMounted)('a disk that is full from the start: the address is shown, and the catalogue appears', async () => {
  fill();
  const dev = await whenStarted(startDev(project));
  expect(dev.stderr()).toMatch(/\nwarning: .* no space is left .*\nhttp:\S+ has nothing to show yet\n$/);
  expect((await ask(`${dev.origin}/api/v2/runs`)).status).toBe(503);
  rmSync(filler);
  writeFileSync(path, original);
  await eventually(async () => (await ask(`${dev.origin}/api/v2/runs`)).status === 200, 'it answers');
  await end(dev);
});

it('a file without read permission is a problem until it has one and is saved', async () => {
  chmodSync(path, 0);
  const dev = await whenStarted(startDev({ ...project, wrapper: process.getuid?.() === 0 ? WITHOUT_OVERRIDE : [] }));
  expect(dev.stderr()).toMatch(
    /GWTC-1\.yaml:1:1 {2}D102 {2}no permission to read it[\s\S]* has nothing to show yet\n$/,
  );
  chmodSync(path, 0o644);
  writeFileSync(path, original);
  await eventually(async () => (await ask(`${dev.origin}/api/v2/runs`)).status === 200, 'it answers');
  await end(dev);
});
