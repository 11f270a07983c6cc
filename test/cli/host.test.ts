/** `stillwave host` and `stillwave check` as commands: their output, the files they write, and their exit status. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CheckResult } from '../../src/check/result.ts';
import type { Counts } from '../../src/cli/report.ts';
import { formatRelease } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { createHandler, type Handler } from '../../src/hosts/node/handler.ts';
import { readRelease } from '../../src/site/install/site-files.ts';
import { callCli } from '../support/call-cli.ts';
import { contentOf } from '../support/folders.ts';
import { listen } from '../support/listen.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-host-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => callCli(args);

describe('stillwave host', () => {
  test('prints what each host can do', async () => {
    const { status, stdout } = await run('host');
    expect(status).toBe(0);
    for (const { name, title, limits, deploy } of HOSTS) {
      expect(stdout).toContain(`${name}: ${title}`);
      for (const text of [...deploy, ...limits.map(({ source }) => source)]) expect(stdout).toContain(text);
    }
    const { ok, counts, hosts } = JSON.parse((await run('host', '--json')).stdout);
    expect([ok, counts, hosts.length]).toEqual([true, { hosts: HOSTS.length }, HOSTS.length]);
  });

  test('prints the files, which contain the generating command', async () => {
    const { root } = inject('small');
    const { status, stdout } = await run('host', 'nginx', '--site', root);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^# Made by: stillwave host nginx --site ${root}\n`));
    expect(stdout).toContain('server_name user.example;');
  });

  test('archived files are never redirected to the site itself', async () => {
    const site = join(folder, 'archive');
    mkdirSync(site);
    const release = await readRelease(inject('small').root);
    const filesOf = async (name: string, archiveUrl: string): Promise<string> => {
      const pointer = await formatRelease({ ...release, baseUrl: 'https://user.example', archiveUrl }, sha256);
      writeFileSync(join(site, 'release.json'), pointer);
      return (await run('host', name, '--site', site)).stdout;
    };
    for (const name of ['nginx', 'caddy', 'apache', 'cloudfront']) {
      expect(await filesOf(name, 'https://data.example')).toMatch(/https:\/\/data[.]example.*archive/);
      const own = await filesOf(name, 'http://user.example');
      expect(own).toContain(`stillwave host ${name}`);
      expect(own).not.toMatch(/user[.]example.*archive/);
    }
  });

  test('writes into a folder with any name, and only the files that the host needs', async () => {
    const { root } = inject('small');
    const needed = {
      nginx: ['stillwave.conf'],
      caddy: ['Caddyfile'],
      apache: ['stillwave.conf'],
      node: ['nginx/conf.d/stillwave.conf', 'systemd/system/stillwave.service'],
      container: ['.dockerignore', 'Containerfile'],
      cloudflare: ['worker.js', 'wrangler.jsonc'],
      deno: ['main.js'],
      netlify: ['netlify.toml', 'netlify/edge-functions/stillwave.js'],
      cloudfront: ['distribution.json', 'headers.json', 'stillwave.js'],
      serve: ['serve.json'],
      varnish: ['stillwave.vcl'],
    };
    expect(Object.keys(needed).sort()).toEqual(HOSTS.map(({ name }) => name).sort());
    for (const [name, files] of Object.entries(needed)) {
      const out = join(folder, name, 'conf.d');
      expect((await run('host', name, '--site', root, '--out', out)).status).toBe(0);
      expect([...contentOf(out).keys()], name).toEqual(files);
    }
  });

  test('refuses to write to a file', async () => {
    const file = join(folder, 'file.conf');
    writeFileSync(file, 'mine');
    const { status, stderr } = await run('host', 'nginx', '--site', inject('small').root, '--out', file);
    expect([status, stderr]).toEqual([2, `error: ${file} is a file. Choose a folder\n`]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('a file that differs is replaced only with --force', async () => {
    const { root } = inject('small');
    const out = join(folder, 'live');
    mkdirSync(out);
    const write = (...flags: string[]) => run('host', 'netlify', '--site', root, '--out', out, ...flags);
    const config = join(out, 'netlify.toml');
    writeFileSync(config, '[build]\n  publish = "mine"\n');
    const refused = await write();
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(`${config} already exists`)]);
    expect(readFileSync(config, 'utf8')).toContain('mine');
    expect(readdirSync(out)).toEqual(['netlify.toml']);
    expect((await write('--force')).status).toBe(0);
    const written = readFileSync(config, 'utf8');
    expect(written).toMatch(/^# Made by: /);
    expect((await write()).stderr).toBe('2 files unchanged\n');
    writeFileSync(config, `${written}# a line of the operator's\n`);
    expect((await write()).status).toBe(2);
    expect(readFileSync(config, 'utf8')).toContain("operator's");
  });

  test('lists the files that it wrote', async () => {
    const { root } = inject('small');
    const out = join(folder, 'again');
    const write = (...flags: string[]) => run('host', 'nginx', '--site', root, '--out', out, '--json', ...flags);
    const path = join(out, 'stillwave.conf');
    const result = { ok: true, counts: { written: 1, unchanged: 0 }, host: 'nginx', files: [{ path }] };
    expect(JSON.parse((await write()).stdout)).toEqual(result);
    expect(JSON.parse((await write()).stdout)).toEqual({ ...result, counts: { written: 0, unchanged: 1 }, files: [] });
    expect((await write('--upstream', 'http://127.0.0.1:1')).status).toBe(2);
    expect(JSON.parse((await write('--upstream', 'http://127.0.0.1:1', '--force')).stdout)).toEqual(result);
    expect(readFileSync(path, 'utf8')).toContain('proxy_pass');
  });

  test('a file without comments is replaced by another text only with --force', async () => {
    const { root } = inject('small');
    const out = join(folder, 'plain');
    mkdirSync(out);
    writeFileSync(join(out, 'serve.json'), '{}');
    const write = async (...flags: string[]) =>
      (await run('host', 'serve', '--site', root, '--out', out, ...flags)).status;
    expect([await write(), await write('--force'), await write()]).toEqual([2, 0, 0]);
  });

  test.each(['nginx', 'netlify'])('%s --json contains its files', async (name) => {
    const { stdout } = await run('host', name, '--site', inject('small').root, '--json');
    const { ok, counts, host, files } = JSON.parse(stdout);
    expect([ok, host, counts]).toEqual([true, name, { files: files.length }]);
    for (const { path, text } of files) expect([path, text]).toEqual([expect.any(String), expect.any(String)]);
  });

  test('an unsuitable layout is an error, or only a warning with an upstream', async () => {
    const write = (...flags: string[]) => run('host', 'nginx', '--site', inject('shipped').root, ...flags);
    const { stdout, stderr, status } = await write();
    expect([status, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^error: .* has layout packs, but nginx needs/),
    ]);
    const passed = await write('--upstream', 'http://127.0.0.1:8001');
    expect([passed.status, passed.stderr]).toEqual([0, expect.stringMatching(/^warning: .* has layout packs/)]);
  });

  test('only hosts that have an upstream accept --upstream, whatever the layout', async () => {
    const accepting: string[] = [];
    for (const { name } of HOSTS) {
      const isRefused = new Set<boolean>();
      for (const { root } of [inject('small'), inject('shipped')]) {
        const args = ['--site', root, '--upstream', 'http://127.0.0.1:8001'];
        const { status, stderr } = await run('host', name, ...args);
        isRefused.add(status === 2 && stderr.includes(`${name} has no upstream`));
      }
      expect(isRefused.size, name).toBe(1);
      if (isRefused.has(false)) accepting.push(name);
    }
    expect(accepting.sort()).toEqual(['apache', 'caddy', 'cloudfront', 'nginx', 'varnish']);
  });

  test.each([
    [['host', 'nginz'], 'Allowed choices are nginx, caddy'],
    [['host', 'nginx', '--site', join(folder, 'nothing')], 'there is no site in'],
    [['host', 'nginx', '--site', join(folder, 'with blank and "quote"')], 'characters that are special'],
    [['host', 'nginx', '--upstream', 'handler'], '--upstream: "handler" does not begin with http'],
  ])('%j exits with 2', async (args, message) => {
    const { status, stderr } = await run(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('stillwave check', () => {
  /** Calls `use` with the URL of a server that answers each path with `answer`. */
  async function withServer<T>(
    answer: (path: string) => string | Buffer,
    use: (url: string) => Promise<T>,
  ): Promise<T> {
    const server = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(answer(url));
    });
    const { origin, close } = await listen(server);
    return use(origin).finally(close);
  }

  /** A site without records, which gets fewer requests. */
  const site = join(folder, 'bare/dist');
  beforeAll(async () => {
    await run('init', join(folder, 'bare'), '--empty');
    await run('build', '--quiet', '--data', join(folder, 'bare/data'), '--site', site, '--layout', 'packs');
  });

  /** Checks a server that has some files of the site, and answers everything else with `{}`. */
  const checkBroken = (...flags: string[]) =>
    withServer(
      (path) => {
        const file = join(site, path);
        return /\.(?:json|ndjson)$/.test(file) && existsSync(file) ? readFileSync(file) : '{}';
      },
      (url) => run('check', url, ...flags),
    );
  /** Files alone get few requests. */
  const AS_FILES = ['--host', 'serve'];

  test('exits with 1 if a response is wrong, and names the request, the expected answer and the answer', async () => {
    const { status, stdout } = await checkBroken();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}GET \/api\/v2\/runs: allow: expected GET, HEAD, OPTIONS, got none$/m);
    expect(stdout).toMatch(/[\d,]+ passed, [\d,]+ failed, 0 skipped\n$/);
  });

  test('--json lists only the failures, the address first', async () => {
    const json = await checkBroken('--json', ...AS_FILES);
    type Output = { ok: boolean; counts: Counts; requests: CheckResult[] };
    const { ok, counts, requests } = JSON.parse(json.stdout) as Output;
    expect([json.status, ok, requests.length]).toEqual([1, false, counts.failed]);
    expect(counts.passed).toBeGreaterThan(0);
    expect(new Set(requests.map(({ outcome }) => outcome))).toEqual(new Set(['failed']));
    expect(requests[0]?.reason).toMatch(/^the links of this site start with/);
  });

  test('reads the release and the packs from a copy of the site, if one is named, and prints a row per group', async () => {
    let handler: Handler | null = null;
    const withoutPacks = createServer((request, response) => {
      const isRead = request.method === 'GET' && /^\/(?:packs\/|index\/|release\.json$)/.test(request.url ?? '');
      if (isRead) response.writeHead(404).end();
      else handler?.node(request, response);
    });
    const { origin, close } = await listen(withoutPacks);
    handler = await createHandler({ root: site, baseUrl: origin });
    const refused = await run('check', origin);
    const copied = await run('check', origin, '--site', site);
    await close();
    handler.close();
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/release\.json cannot be read: the host answers 404\. If .*--site <folder>\n$/),
    ]);
    expect(copied.status).toBe(0);
    const lines = copied.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ +passed +failed +skipped$/);
    expect(lines).toContainEqual(expect.stringMatching(/^strain-files +\d+ +0 +0$/));
    expect(lines.length).toBeLessThan(60);
    expect(lines.at(-1)).toMatch(/^\d,\d{3} passed, 0 failed, 0 skipped$/);
  });

  test('prints every request with --verbose, only failures with --quiet', async () => {
    const [verbose, quiet] = [
      await checkBroken('--verbose', ...AS_FILES),
      await checkBroken('--quiet', ...AS_FILES),
    ].map(({ stdout }) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/127\.0\.0\.1:\d+/g, 'host')),
    ) as [string[], string[]];
    expect(verbose).toContainEqual(expect.stringMatching(/^ok {4}HEAD \/packs\//));
    expect(verbose).toContainEqual(expect.stringMatching(/^FAIL {2}GET \/release\.json: access-control-allow-origin/));
    const counts = /^(\d+) passed, (\d+) failed, 0 skipped$/.exec(verbose.at(-1) as string) as RegExpExecArray;
    const marked = ['ok', 'FAIL'].map((mark) => verbose.filter((line) => line.startsWith(`${mark} `)).length);
    expect(marked.map(String)).toEqual(counts.slice(1));
    expect(quiet).toEqual(verbose.filter((line) => !line.startsWith('ok ')));
    expect(quiet.slice(0, -1).filter((line) => !line.startsWith('FAIL '))).toEqual([]);
  });

  test('exits with 2 if the server is not this API or does not respond, or if the host is unknown', async () => {
    const other = await withServer(
      () => 'hello',
      (url) => run('check', url),
    );
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('release.json is truncated or changed')]);
    const nobody = await run('check', 'http://127.0.0.1:1');
    expect([nobody.status, nobody.stderr]).toEqual([2, expect.stringContaining('does not answer')]);
    const unknown = await run('check', 'http://127.0.0.1:1', '--host', 'iis');
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('Allowed choices are nginx')]);
  });
});
