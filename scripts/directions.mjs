/**
 * Defines which folders in src/ may import which others. Imports go in one direction, and `core`, which answers requests, imports neither
 * Node nor packages. Used by dependency-cruiser, as part of `npm run check`.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** For each folder, the other folders that its files may import. For a nested folder, only the folders next to it are listed. */
const ALLOWED = {
  core: [],
  report: [],
  fs: ['report'],
  catalogue: ['core', 'report', 'fs'],
  intake: ['catalogue', 'core', 'report', 'fs'],
  site: ['catalogue', 'core', 'report', 'fs'],
  hosts: ['core', 'report', 'fs'],
  check: ['hosts', 'core', 'report', 'fs'],
  explorer: ['core'],
  cli: ['check', 'hosts', 'site', 'intake', 'catalogue', 'core', 'report', 'fs'],

  'core/base': [],
  'core/contract': ['core/base'],
  'core/collections': ['core/contract'],
  'core/listing': ['core/collections', 'core/contract', 'core/base'],
  'core/release': ['core/listing', 'core/collections', 'core/contract', 'core/base'],
  'core/legacy': ['core/release', 'core/listing', 'core/collections', 'core/contract', 'core/base'],
  'core/handler': ['core/legacy', 'core/release', 'core/listing', 'core/contract', 'core/base'],
  'core/inspect': [
    'core/handler',
    'core/legacy',
    'core/release',
    'core/listing',
    'core/collections',
    'core/contract',
    'core/base',
  ],

  'catalogue/files': [],

  'intake/merge': [],
  'intake/values': ['intake/merge'],
  'intake/csv': ['intake/merge', 'intake/values'],
  'intake/kinds': ['intake/csv', 'intake/merge', 'intake/values'],
  'intake/community': ['intake/kinds', 'intake/merge', 'intake/values'],
  'intake/harvest': ['intake/csv', 'intake/kinds', 'intake/merge', 'intake/values'],

  'site/built': [],
  'site/config': [],
  'site/documents': ['site/built', 'site/config'],
  'site/inputs': ['site/config'],
  'site/groups': ['site/config'],
  'site/install': ['site/config', 'site/groups'],
  'site/render': [],
  'site/downloads': ['site/built', 'site/groups'],
  'site/tasks': ['site/built', 'site/config', 'site/downloads', 'site/groups', 'site/inputs'],
  'site/diff': ['site/groups', 'site/install'],
  'site/stage': [
    'site/built',
    'site/documents',
    'site/downloads',
    'site/groups',
    'site/inputs',
    'site/install',
    'site/render',
    'site/tasks',
  ],
  'site/dev': ['site/config'],

  'site/documents/openapi': [],

  'hosts/emitters': ['hosts/rules', 'hosts/runtime'],
  'hosts/node': [],
  'hosts/rules': [],
  'hosts/runtime': [],

  'cli/commands': [],

  'explorer/address': [],
  'explorer/text': [],
  'explorer/styles': [],
  'explorer/client': ['explorer/address'],
  'explorer/charts': ['explorer/text'],
  'explorer/widgets': ['explorer/address', 'explorer/charts', 'explorer/client', 'explorer/text'],
  'explorer/pictures': ['explorer/charts', 'explorer/client', 'explorer/text', 'explorer/widgets'],
  'explorer/export': [
    'explorer/address',
    'explorer/client',
    'explorer/event-data',
    'explorer/text',
    'explorer/widgets',
  ],
  'explorer/strain-data': ['explorer/address', 'explorer/client'],
  'explorer/timeline': ['explorer/charts', 'explorer/strain-data', 'explorer/text'],
  'explorer/event-data': ['explorer/address', 'explorer/charts', 'explorer/client', 'explorer/text'],
  'explorer/views': [
    'explorer/address',
    'explorer/charts',
    'explorer/client',
    'explorer/event-data',
    'explorer/export',
    'explorer/pictures',
    'explorer/strain-data',
    'explorer/text',
    'explorer/timeline',
    'explorer/widgets',
  ],
  'explorer/search': [
    'explorer/address',
    'explorer/client',
    'explorer/event-data',
    'explorer/strain-data',
    'explorer/text',
    'explorer/widgets',
  ],
  'explorer/shell': [
    'explorer/address',
    'explorer/client',
    'explorer/event-data',
    'explorer/search',
    'explorer/strain-data',
    'explorer/text',
    'explorer/views',
    'explorer/widgets',
  ],

  'explorer/views/api': [],
  'explorer/views/compare': [],
  'explorer/views/event': [],
  'explorer/views/events': [],
  'explorer/views/strain': [],
  // The pages of runs and catalogs contain a list of events.
  'explorer/views/runs': ['explorer/views/events'],
  'explorer/views/catalogs': ['explorer/views/events'],

  'explorer/views/events/filters': [],
  'explorer/views/events/table': [],
  'explorer/views/events/plots': [],
};

const SRC = join(import.meta.dirname, '../src');
const folders = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name).slice(SRC.length + 1));
const missing = folders.filter((folder) => !(folder in ALLOWED));
if (missing.length > 0) throw new Error(`scripts/directions.mjs has no line for src/${missing.join(', src/')}`);
const stale = Object.keys(ALLOWED).filter((folder) => !folders.includes(folder));
if (stale.length > 0) throw new Error(`src has no folder ${stale.join(', ')}, named in scripts/directions.mjs`);

const directions = Object.entries(ALLOWED).map(([folder, allowed]) => ({
  name: `${folder} imports ${allowed.join(', ') || 'no other folder'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: folder.includes('/') ? `^src/${folder.slice(0, folder.lastIndexOf('/'))}/[^/]+/` : '^src/',
    pathNot: [folder, ...allowed].map((path) => `^src/${path}/`),
  },
}));

export default {
  forbidden: [
    ...directions,
    {
      name: 'no circle',
      severity: 'error',
      from: { pathNot: '^src/explorer/' },
      to: { circular: true },
    },
    {
      name: 'no circle in the explorer, except of types',
      severity: 'error',
      from: { path: '^src/explorer/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core imports neither Node nor packages; types of bodies stand beside their schemas',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { pathNot: ['^src/', '^schemas/.*[.]d[.]ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
