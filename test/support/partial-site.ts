/** A part of the shipped catalogue as a site in both layouts: all its event versions, some of its strain files. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const PARTIAL_STRAIN_FILES = ['O1.yaml', 'O3GK_16KHZ_R1.yaml', 'O3GK_4KHZ_R1.yaml'];
const WHOLE_FOLDERS = ['event-versions', 'event-strain-files', 'timelines'];
const PARTIAL_CONFIG = `baseUrl: https://user.example/gw
archiveUrl: https://archive.example
enumerate:
  pageSizes: [20, 500]
`;

function copyPartialData(to: string): void {
  const from = join(ROOT, 'data');
  for (const name of readdirSync(from)) {
    if (name.endsWith('.yaml')) cpSync(join(from, name), join(to, name));
  }
  for (const folder of WHOLE_FOLDERS) cpSync(join(from, folder), join(to, folder), { recursive: true });
  mkdirSync(join(to, 'strain-files'));
  for (const name of PARTIAL_STRAIN_FILES) cpSync(join(from, 'strain-files', name), join(to, 'strain-files', name));
  mkdirSync(join(to, 'strain-statistics'));
  cpSync(join(from, 'strain-statistics/O1.ndjson'), join(to, 'strain-statistics/O1.ndjson'));
}

/** Writes the configuration of the partial site: base URL https://user.example/gw, page sizes 20 and 500. Out: its path. */
export function writePartialConfig(folder: string): string {
  const config = join(folder, 'partial.yaml');
  writeFileSync(config, PARTIAL_CONFIG);
  return config;
}

/** Creates `data` and `partial` in a folder. */
export async function buildPartialSite(
  cli: string,
  folder: string,
): Promise<{ readonly root: string; readonly data: string }> {
  const partial = { root: join(folder, 'partial'), data: join(folder, 'data') };
  mkdirSync(partial.data);
  copyPartialData(partial.data);
  const flags = ['--quiet', '--data', partial.data, '--site', partial.root, '--config', writePartialConfig(folder)];
  await promisify(execFile)(process.execPath, [cli, 'build', ...flags], { cwd: ROOT });
  return partial;
}
