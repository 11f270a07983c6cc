/**
 * `stillwave host`: the table of hosts, or the files of one host for the site in a folder.
 *
 * Out: exit status 0, or 2 where there is no such host, no site, or nowhere to write to.
 */

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RELEASE_PATH } from '../contract/paths.ts';
import { parseRelease, type ReleaseData } from '../handler/release.ts';
import type { Host, HostFile, HostSettings } from '../hosts/host.ts';
import { unusableRoot, unusableSetting } from '../hosts/host-values.ts';
import { findHost, HOSTS } from '../hosts/hosts.ts';
import { normaliseBaseUrl } from '../site/config/load-config.ts';
import { sha256 } from '../site/output/hash.ts';
import { EXIT } from './exit.ts';
import { fail } from './report.ts';

export interface HostOptions {
  /** Without it the table is printed. */
  readonly name?: string | undefined;
  readonly site: string;
  /** A folder, or the name of the file where there is only one; standard output where it is left out. */
  readonly out?: string;
  readonly upstream?: string;
  readonly json?: boolean;
}

/** A path for a command line that people read and run. */
const asArgument = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

function commandLine({ name = '', site, out, upstream }: HostOptions): string {
  const flags = Object.entries({ site, out, upstream }).filter(([, value]) => value !== undefined);
  return [
    'stillwave',
    'host',
    name,
    ...flags.flatMap(([flag, value]) => [`--${flag}`, asArgument(value as string)]),
  ].join(' ');
}

/** The text about one host, indented below its name. */
export function describeHost(host: Host): string {
  const { name, title, tier, answers, cannot, limits, deploy, layouts } = host;
  const rows: [string, readonly string[]][] = [
    ['answers', [answers]],
    ['cannot', cannot === '' ? [] : [cannot]],
    ['layout', [layouts.join(', or ')]],
    ['limits', limits.map(({ limit, source }) => `${limit} (${source})`)],
    ['deploy', deploy],
  ];
  const lines = rows.flatMap(([label, values]) =>
    values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(9)}${value}`),
  );
  return [`${name}: ${title} (${tier})`, ...lines, ''].join('\n');
}

async function readSite(root: string): Promise<ReleaseData | string> {
  try {
    return await parseRelease(readFileSync(join(root, RELEASE_PATH)), sha256);
  } catch (error) {
    return `there is no site in ${root} (${(error as Error).message}). Run "stillwave build --site ${root}" first`;
  }
}

/** True where `out` names the only file, and no folder. */
function namesFile(out: string, files: readonly HostFile[]): boolean {
  return files.length === 1 && (existsSync(out) ? !statSync(out).isDirectory() : /\.[a-z]+$|file$/i.test(out));
}

/** Writes the files into a folder, or the only one as the file that `out` names. */
function writeFiles(files: readonly HostFile[], out: string): string[] {
  return files.map(({ path, text }) => {
    const target = namesFile(out, files) ? out : join(out, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  });
}

function print(files: readonly HostFile[]): void {
  for (const { path, text } of files) process.stdout.write(files.length > 1 ? `----- ${path}\n${text}` : text);
}

function printTable(json: boolean | undefined): number {
  const facts = HOSTS.map(({ emit: _, ...known }) => known);
  process.stdout.write(json ? `${JSON.stringify(facts, null, 2)}\n` : HOSTS.map(describeHost).join('\n'));
  return EXIT.clean;
}

export async function hostCommand(options: HostOptions): Promise<number> {
  const { name, site: root, out, upstream = null } = options;
  if (name === undefined) return printTable(options.json);
  const host = findHost(name);
  if (host === undefined)
    return fail(`there is no host "${name}". Hosts: ${HOSTS.map((known) => known.name).join(', ')}`);
  const url = upstream === null ? { url: null } : normaliseBaseUrl(upstream);
  if (!('url' in url)) return fail(`--upstream ${upstream}: ${url.message}; ${url.fix}`);
  const unusableFolder = unusableRoot(host, resolve(root));
  if (unusableFolder !== null) return fail(unusableFolder);
  const release = await readSite(root);
  if (typeof release === 'string') return fail(release);
  if (!host.layouts.includes(release.layout)) {
    process.stderr.write(
      `warning: the site in ${root} has layout ${release.layout}; ${host.title} needs ${host.layouts.join(' or ')}\n`,
    );
  }
  const settings: HostSettings = {
    command: commandLine(options),
    root: resolve(root),
    out: out === undefined ? null : resolve(out),
    baseUrl: release.baseUrl,
    archiveUrl: release.archiveUrl,
    cache: release.cache,
    enumerate: release.enumerate,
    upstream: url.url,
  };
  const unusable = unusableSetting(host, settings);
  if (unusable !== null) return fail(unusable);
  if (out === undefined) {
    print(host.emit(settings));
    return EXIT.clean;
  }
  const inFolder = host.emit(settings);
  const files = namesFile(out, inFolder) ? host.emit({ ...settings, out: dirname(resolve(out)) }) : inFolder;
  try {
    for (const path of writeFiles(files, out)) process.stderr.write(`Wrote ${path}\n`);
    return EXIT.clean;
  } catch (error) {
    return fail(`${out} cannot be written to (${(error as Error).message})`);
  }
}
