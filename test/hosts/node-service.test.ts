/** The command in the systemd unit and the container file, run exactly like that. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runConformance } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { container } from '../../src/hosts/emitters/container.ts';
import { node } from '../../src/hosts/emitters/node-service.ts';
import type { HostSettings } from '../../src/hosts/host.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { freePort, type Program, startProgram } from '../support/hosts/real-host.ts';

describe('node', () => {
  const { root } = inject('partial');
  let settings: HostSettings;
  let texts: readonly string[];
  let program: Program;
  let connection: ReturnType<typeof sendTo>;

  beforeAll(async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/gw`;
    const { cache, enumerate } = DEFAULT_CONFIG;
    settings = {
      command: 'stillwave host node',
      root,
      out: null,
      baseUrl,
      archiveUrl: null,
      cache,
      enumerate,
      upstream: null,
    };
    texts = node.emit(settings).map(({ text }) => text);
    const line = /^ExecStart=\/usr\/bin\/env stillwave (.*)$/m.exec(texts[0] ?? '')?.[1] ?? '';
    program = await startProgram(process.execPath, [inject('cli'), ...line.split(' ')], new URL(baseUrl).origin);
    connection = sendTo(program.origin);
  });
  afterAll(async () => {
    connection?.close();
    await program?.stop();
  });

  test('passes the conformance cases', async () => {
    const results = await runConformance(settings.baseUrl, connection.send, node);
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(400);
  });

  test('the container starts the same command, open to its network', () => {
    const command = JSON.parse(/^CMD (.*)$/m.exec(container.emit(settings)[0]?.text ?? '')?.[1] ?? '[]') as string[];
    expect(command.slice(0, 3)).toEqual(['node', 'build/cli/main.js', 'serve']);
    expect(command.at(-1)).toBe(settings.baseUrl);
    expect(command).toContain('0.0.0.0');
  });
});
