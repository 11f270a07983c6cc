/** What all commands share: help and version, the site's folder under one name, and the project found from its subfolders. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createProgram } from '../../src/cli.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stillwave-command-line-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inject('cli'), ...args], { encoding: 'utf8', cwd });
  return { status, stdout, stderr };
}

const { commands } = createProgram(() => {});

describe('every command', () => {
  it.each(commands.map((command) => command.name()))('%s -h prints its help', (name) => {
    expect(run(folder, name, '-h')).toEqual(run(folder, name, '--help'));
    expect(run(folder, name, '-h')).toMatchObject({ status: 0, stderr: '' });
  });

  it('calls the folder of a site --site', () => {
    const named = commands.flatMap((command) =>
      command.options.filter(({ description }) => /folder of the site/.test(description)).map(({ long }) => long),
    );
    expect(named).toEqual(named.map(() => '--site'));
    expect(named.length).toBeGreaterThanOrEqual(5);
    expect(commands.flatMap(({ options }) => options.map(({ long }) => long))).not.toContain('--root');
  });
});

it('-V prints the version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const flag of ['-V', '--version']) {
    expect(run(folder, flag)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
});

describe('from a subfolder of the project', () => {
  const project = join(folder, 'project');
  const below = join(project, 'notes/deep');
  mkdirSync(below, { recursive: true });
  cpSync('test/fixtures/small-data', join(project, 'data'), { recursive: true });
  writeFileSync(join(project, 'stillwave.config.yaml'), 'baseUrl: https://found.example\nlayout: packs\n');

  it('configuration, data and site are those of the project', () => {
    expect(run(below, 'validate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(run(below, 'build', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(project, 'dist/release.json'), 'utf8')).toContain('https://found.example');
    expect(run(below, 'verify', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(run(below, 'explain', '/api/v2/runs').stdout).toContain('https://found.example/api/v2/runs');
  });

  it('a flag is taken as it is, relative to the working folder', () => {
    expect(run(below, 'validate', '--data', 'data')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^data:1:1 {2}D101/),
    });
    expect(run(below, 'validate', '--config', 'none.yaml')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('none.yaml'),
    });
  });

  it('a configuration that is broken is named by its path', () => {
    const config = join(project, 'stillwave.config.yaml');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, `${text}colour: blue\n`);
    expect(run(below, 'validate')).toMatchObject({ status: 1, stderr: expect.stringContaining(config) });
    writeFileSync(config, text);
  });
});
