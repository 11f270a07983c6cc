/** `stillwave host`: prints the table of hosts, or writes one host's files for a site. */

import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { leadsElsewhere } from '../../core/contract/archive-paths.ts';
import type { ReleaseData } from '../../core/release/release.ts';
import type { Host, HostFile, HostSettings } from '../../hosts/host.ts';
import { HOST_NAMES, HOST_PARTS, type HostName, type HostPart } from '../../hosts/host-names.ts';
import { unusableRoot, unusableSetting } from '../../hosts/host-values.ts';
import { findHost, HOSTS } from '../../hosts/hosts.ts';
import { type Paint, painterOf } from '../../report/color.ts';
import { countOf } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { printable } from '../../report/printable.ts';
import { shellWord } from '../../report/shell-word.ts';
import { readRelease } from '../../site/install/site-files.ts';
import type { CommandDefinition } from '../define.ts';
import { JSON_OUTPUT, readBaseUrl, SITE } from '../options.ts';
import { type Flags, withProject } from '../project.ts';
import { EXIT, printJson, warn } from '../report.ts';
import { writeFiles } from '../write-files.ts';

interface HostOptions {
  /** If missing, the table is printed. */
  readonly name?: HostName | undefined;
  readonly site: string;
  /** Output folder. If missing, the files go to standard output. */
  readonly out?: string;
  /** Overwrites files that differ. */
  readonly force?: boolean;
  readonly upstream?: string;
  readonly part?: HostPart;
  readonly json?: boolean;
}

function commandLine({ name, site, out, upstream, part }: HostOptions): string {
  const flags = Object.entries({ site, out, upstream, part }).filter(([, value]) => value !== undefined);
  return [
    'stillwave',
    'host',
    name,
    ...flags.flatMap(([flag, value]) => [`--${flag}`, shellWord(value as string)]),
  ].join(' ');
}

/** The description of one host, indented below its name. */
function describeHost(host: Host, paint: Paint): string {
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
  return [paint('heading', `${name}: ${title} (${tier})`), ...lines, ''].join('\n');
}

async function readSite(root: string): Promise<ReleaseData> {
  try {
    return await readRelease(root);
  } catch (cause) {
    const advice = `Run "stillwave build --site ${root}" first`;
    throw new ExpectedError(`there is no site in ${root} (${(cause as Error).message}). ${advice}`, { cause });
  }
}

function print(host: Host, files: readonly HostFile[], json: boolean | undefined): number {
  if (json) printJson(true, { files: files.length }, { host: host.name, files });
  else for (const { path, text } of files) process.stdout.write(files.length > 1 ? `----- ${path}\n${text}` : text);
  return EXIT.clean;
}

/** Writes the files into the folder `out` and reports them. */
function write(host: Host, files: readonly HostFile[], { out = '', force = false, json }: HostOptions): number {
  const advice = 'Choose another folder with --out, or replace the file with --force';
  const written = writeFiles(files, out, force ? null : advice);
  const unchanged = files.length - written.length;
  if (json) {
    const shown = written.map((path) => ({ path }));
    printJson(true, { written: written.length, unchanged }, { host: host.name, files: shown });
  } else {
    for (const path of written) process.stderr.write(`Wrote ${printable(path)}\n`);
    if (unchanged > 0) process.stderr.write(`${countOf(unchanged, 'file')} unchanged\n`);
  }
  return EXIT.clean;
}

function printTable(json: boolean | undefined): number {
  const facts = HOSTS.map(({ emit: _, ...known }) => known);
  if (json) printJson(true, { hosts: facts.length }, { hosts: facts });
  else process.stdout.write(HOSTS.map((host) => describeHost(host, painterOf(process.stdout))).join('\n'));
  return EXIT.clean;
}

export async function hostCommand(options: HostOptions): Promise<number> {
  const { name, site: root, out, upstream = null } = options;
  if (name === undefined) return printTable(options.json);
  const host = findHost(name);
  if (options.part !== undefined && !host.hasParts)
    throw new ExpectedError(`--part: the files of ${name} have no parts`);
  if (upstream !== null && host.upstream === undefined) {
    const passing = HOSTS.filter((one) => one.upstream !== undefined).map((one) => one.name);
    throw new ExpectedError(`--upstream: ${name} has no upstream. Hosts that have one: ${passing.join(', ')}`);
  }
  const url = upstream === null ? null : readBaseUrl(upstream, '--upstream');
  const unusableFolder = unusableRoot(host, resolve(root));
  if (unusableFolder !== null) throw new ExpectedError(unusableFolder);
  const release = await readSite(root);
  if (!host.layouts.includes(release.layout)) {
    const needed = `the site in ${root} has layout ${release.layout}, but ${host.title} needs ${host.layouts.join(' or ')}`;
    // If the host has an upstream, it forwards requests that match no file.
    if (url === null && release.layout !== 'both') throw new ExpectedError(`${needed}. Build it with --layout both`);
    warn(needed);
  }
  const settings: HostSettings = {
    command: commandLine(options),
    root: resolve(root),
    out: out === undefined ? null : resolve(out),
    baseUrl: release.baseUrl,
    archiveUrl: leadsElsewhere(release.archiveUrl, release.baseUrl) ? release.archiveUrl : null,
    cache: release.cache,
    enumerate: release.enumerate,
    legacyInterfaces: release.legacyInterfaces,
    upstream: url,
    part: options.part,
  };
  const unusable = unusableSetting(host, settings);
  if (unusable !== null) throw new ExpectedError(unusable);
  const files = host.emit(settings);
  return out === undefined ? print(host, files, options.json) : write(host, files, options);
}

export const command: CommandDefinition = {
  description:
    'Prints the configuration files for a host, or writes them to a folder. Without a name, lists what each host can do.',
  arguments: [new Argument('[name]', 'the host').choices(HOST_NAMES)],
  options: [
    SITE,
    new Option('--out <folder>', 'folder to write to (default: standard output)'),
    new Option('--force', 'replace files that differ'),
    new Option('--upstream <url>', 'a Stillwave request handler for queries that this host cannot answer'),
    new Option(
      '--part <part>',
      'one part, for an existing nginx, Caddy or Apache: the settings outside of all servers (http), or inside one of them (server)',
    ).choices(HOST_PARTS),
    JSON_OUTPUT,
  ],
  examples: [
    'host',
    'host nginx --site /srv/site --out /etc/nginx/conf.d',
    'host caddy --upstream http://127.0.0.1:8001',
    'host nginx --site /srv/stillwave --part server --out /etc/nginx/snippets',
  ],
  status: '0 written, 2 unknown host, no site, the folder cannot be written, or a file in it differs.',
  run: (flags: Flags<Omit<HostOptions, 'name'>>, name: HostName | undefined) =>
    hostCommand({ name, ...withProject(flags) }),
};
