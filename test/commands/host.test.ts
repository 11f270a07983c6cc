/** `stillwave host` and `stillwave check` as programs: what they print, what they write, and their exit status. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-host-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inject('cli'), ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** For commands that ask this process. */
function runBeside(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [inject('cli'), ...args]);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, ...output })));
}

describe('stillwave host', () => {
  test('prints what each host can do', () => {
    const { status, stdout } = run('host');
    expect(status).toBe(0);
    for (const { name, title, limits, deploy } of HOSTS) {
      expect(stdout).toContain(`${name}: ${title}`);
      for (const text of [...deploy, ...limits.map(({ source }) => source)]) expect(stdout).toContain(text);
    }
    expect((JSON.parse(run('host', '--json').stdout) as unknown[]).length).toBe(HOSTS.length);
  });

  test('prints the files, which name the command that made them', () => {
    const { root } = inject('partial');
    const { status, stdout } = run('host', 'nginx', '--site', root);
    expect(status).toBe(0);
    expect(stdout).toContain(`# Made by: stillwave host nginx --site ${root}\n`);
    expect(stdout).toContain('server_name user.example;');
  });

  test('writes them into a folder, or into a file', () => {
    const { root } = inject('partial');
    const unit = join(folder, 'unit');
    expect(run('host', 'node', '--site', root, '--out', unit).status).toBe(0);
    expect(readdirSync(unit).sort()).toEqual(['Containerfile', 'stillwave.service']);
    const file = join(folder, 'other.conf');
    expect(run('host', 'apache', '--site', root, '--out', file).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<VirtualHost *:80>');
  });

  test('warns where the layout does not fit', () => {
    const { stderr, status } = run('host', 'nginx', '--site', inject('shipped').root);
    expect([status, stderr]).toEqual([0, expect.stringContaining('has layout packs')]);
  });

  test.each([
    [['host', 'nginz'], 'there is no host "nginz". Hosts: nginx, caddy'],
    [['host', 'nginx', '--site', join(folder, 'nothing')], 'there is no site in'],
    [['host', 'nginx', '--site', join(folder, 'with blank and "quote"')], 'characters that mean something'],
    [['host', 'nginx', '--upstream', 'handler'], '--upstream handler: "handler" does not begin with http'],
  ])('%j: exit status 2', (args, message) => {
    const { status, stderr } = run(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('stillwave check', () => {
  /** Answers everything with one body. */
  async function withServer<T>(answer: string, use: (url: string) => Promise<T>): Promise<T> {
    const server: Server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test('exit status 1 where an answer differs, and says which', async () => {
    const body =
      '{"next":null,"previous":null,"results_count":0,"results_per_page":20,"num_pages":0,"page_number":1,"results":[]}';
    const { status, stdout } = await withServer(body, (url) => runBeside('check', url));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}root /m);
    expect(stdout).toMatch(/\d+ passed, \d+ differ, \d+ skipped\n$/);
  });

  test('exit status 2 where nothing of ours answers, nobody does, or the host is unknown', async () => {
    const other = await withServer('hello', (url) => runBeside('check', url));
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('does not answer')]);
    const nobody = await runBeside('check', 'http://127.0.0.1:1');
    expect([nobody.status, nobody.stderr]).toEqual([2, expect.stringContaining('does not answer')]);
    const unknown = await runBeside('check', 'http://127.0.0.1:1', '--host', 'iis');
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('there is no host "iis"')]);
  });
});
