/** Copies of data folders for tests, removed after the test file. */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SHIPPED_DATA = join(ROOT, 'data');
export const SMALL_DATA = join(ROOT, 'test/fixtures/small-data');

/** Creates a folder with the small catalogue as `data/`. */
export function smallCatalogue(): string {
  const folder = temporaryFolder();
  cpSync(SMALL_DATA, join(folder, 'data'), { recursive: true });
  return folder;
}

/** Data that the small catalogue lacks: events, event strain files, timelines, parameter sets, a cumulative catalog. */
const MORE_FILES = {
  'default-parameters.yaml': [
    readFileSync(join(SMALL_DATA, 'default-parameters.yaml'), 'utf8').trimEnd(),
    'other_parameters:',
    '  - { name: chi_p, unit: "", description: Precession. }',
    '',
  ].join('\n'),
  'events.yaml':
    'events:\n  - { name: GW150914, grace_id: G184098, aliases: [GW150914_095045] }\n  - { name: "170423", run: O2 }\n',
  'catalogs.yaml': [
    'catalogs:',
    '  - { name: GWTC, description: All of them., members: [GWTC-2, GWTC-1] }',
    '  - { name: GWTC-2, description: Second catalog. }',
    '  - { name: GWTC-1, description: First catalog., doi: "https://doi.org/10.1/x" }',
    '  - { name: Empty-1, description: Hardly any event versions. }',
    '',
  ].join('\n'),
  'event-versions/Empty-1.yaml': [
    'catalog: Empty-1',
    'event_versions:',
    '  - name: X1',
    '    version: 1',
    '    gps: 1126300000.5',
    '    detectors: [H1]',
    '    parameter_sets:',
    '      - { name: a, pipeline_type: pe, is_preferred: true, links: [{ url: "https://a.b", label: x }], parameters: { far: { best: 2 } } }',
    '',
  ].join('\n'),
  'event-strain-files/GWTC-1.yaml': [
    'catalog: GWTC-1',
    'event_strain_files:',
    '  - { name: GW150914, version: 3, detector: H1, gps_start_32: 1126259447 }',
    '',
  ].join('\n'),
  'timelines/O1.yaml': [
    'run: O1',
    'flags:',
    '  - name: H1_DATA',
    '    segments:',
    '      - [1126256640, 1126264000]',
    '      - [1126273024, 1126273030]',
    '  - name: L1_DATA',
    '    segments: [[1126256640, 1126260716], [1126262000, 1126262001], [1126264900, 1126264901]]',
    '',
  ].join('\n'),
  'timelines/O2.yaml': 'run: O2\nflags:\n  - { name: V1_CBC_CAT1, segments: [[1170000000, 1170000010]] }\n',
};

/** Creates a folder whose `data/` contains the small catalogue and one file of every other kind. */
export function fullCatalogue(): string {
  const folder = smallCatalogue();
  for (const [path, text] of Object.entries(MORE_FILES)) {
    const file = join(folder, 'data', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
