/** Common mistakes in YAML: each report names a line and a fix. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readYamlFile } from '../../src/catalogue/files/yaml-file.ts';
import { inFiles } from '../support/problem-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** A valid file; the lines are counted from 1. */
const LINES = [
  'catalog: GWTC-1',
  'event_versions:',
  '  - name: GW150914',
  '    version: 3',
  '    gps: 1126259462.4',
  '    doi: https://doi.org/10.7935/82H3-HH23',
  '    detectors: [H1, L1]',
  '    parameters:',
  '      mass_1_source: {best: 35.6, upper_error: 4.7, lower_error: -3.1}',
  '      far: {best: 1e-7}',
  '  - name: GW151012',
  '    version: 3',
  '    gps: 1128678900.4',
  '    detectors: [H1, L1]',
];

/** The number of the line to replace, and its replacement; then the location, the message and the fix in the report. */
const MISTAKES: readonly (readonly [number, string, string, string, string])[] = [
  // Our own messages.
  [5, '    gps:1126259462.4', '5:5', 'no space after the colon of "gps"', 'write "gps: 1126259462.4"'],
  [10, '      far: {best: 1e-7}\n    doi:10.7935', '11:5', 'no space after the colon of "doi"', 'write "doi: 10.7935"'],
  [4, '\tversion: 3', '4:1', 'YAML is indented with a tab', 'indent with spaces'],
  [4, '    version: 3\n  \t  doi: x', '5:3', 'YAML is indented with a tab', 'indent with spaces'],
  [5, '<<<<<<< HEAD\n    gps: 1', '5:1', 'a merge conflict is not resolved', 'remove the lines with <<<<<<<'],
  [5, '    gps: 1\n=======', '6:1', 'a merge conflict is not resolved', 'edit it to the version you want'],
  [14, '---\na: 1', '14:1', 'a second document begins', 'keep one document'],
  [6, '    doi: !!js x', '6:10', 'tags are not supported', 'write the plain value'],
  // The YAML library's messages, with our own fix for each code.
  [8, '   parameters:', '8:4', 'Sequence item without - indicator', 'correct the indentation'],
  [9, '       far: {best: 35.6}', '10:7', 'All mapping items must start at the same column', 'in the same column'],
  [4, '  version: 3', '4:3', 'All mapping items must start at the same column', 'in the same column'],
  [11, '   - name: GW151012', '11:4', 'All sequence items must start at the same column', 'hyphens of a list'],
  [
    3,
    '    name: GW150914',
    '11:3',
    'A block sequence may not be used as an implicit map key',
    'correct the indentation',
  ],
  [5, '    gps 1126259462.4', '5:5', 'Implicit keys need to be on a single line', 'add a colon and a space'],
  [14, '    detectors [H1, L1]', '14:5', 'Implicit map keys need to be followed', 'add the colon after the key'],
  [6, '    doi: DOI: 10.7935', '6:10', 'Nested mappings are not allowed', 'quote a value that contains a colon'],
  [6, '    doi: "https://x', '15:1', 'Missing closing "quote', 'close the quote above'],
  [6, '    doi: "a\\d"', '6:12', 'Invalid escape sequence', 'two backslashes'],
  [6, '    doi: @x', '6:10', 'Plain value cannot start with reserved character @', 'put the text in quotes'],
  [7, '    detectors: [H1, L1', '8:5', 'Flow sequence in block collection must', 'close the bracket above'],
  [9, '      far: {best: 35.6}}', '9:24', 'Unexpected flow-map-end token', 'remove it, or open'],
  [9, '      eta: {best: 35.6 upper_error: 4.7}', '9:19', 'not allowed within flow collections', 'add the comma'],
];

it('the file is valid without the mistakes', () => {
  const path = join(folder, 'GWTC-1.yaml');
  writeFileSync(path, `${LINES.join('\n')}\n`);
  expect(readYamlFile(path, 'event-versions').problems).toEqual([]);
});

it.each(MISTAKES)('line %i: %s', (number, text, place, message, fix) => {
  const path = join(folder, 'GWTC-1.yaml');
  writeFileSync(path, `${LINES.with(number - 1, text).join('\n')}\n`);
  const [problem, ...others] = inFiles(readYamlFile(path, 'event-versions').problems);
  expect(others).toEqual([]);
  expect(`${problem?.line}:${problem?.column}`).toBe(place);
  expect(problem?.message).toContain(message);
  expect(problem?.fix).toContain(fix);
  // With Windows line ends too.
  writeFileSync(path, `${LINES.with(number - 1, text).join('\r\n')}\r\n`);
  expect(readYamlFile(path, 'event-versions').problems.map(({ message }) => message)).toEqual([problem?.message]);
});
