/** Common mistakes in YAML: each report names the line with the mistake and the fix. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readYamlFile } from '../../src/catalogue/files/yaml-file.ts';
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

/** Number of the line to replace, its new text; then where the report points, what it says, and the fix. */
const MISTAKES: readonly (readonly [number, string, string, string, string])[] = [
  [
    8,
    '   parameters:',
    '8:4',
    '"parameters" begins in column 4, but "detectors" above it in column 5',
    'same indentation',
  ],
  [
    9,
    '       mass_1_source: {best: 35.6}',
    '10:7',
    '"far" begins in column 7, but "mass_1_source" above',
    'same indentation',
  ],
  [4, '      version: 3', '4:7', '"version" begins in column 7, but "name" above it in column 5', 'same indentation'],
  [4, '  version: 3', '4:3', '"version" begins in column 3, but "name" above it in column 5', 'same indentation'],
  [11, '   - name: GW151012', '11:4', 'this list element begins in column 4, the one before it in column 3', 'align'],
  [
    3,
    '    name: GW150914',
    '11:1',
    'a list begins here, but the lines above are not part of it',
    'begin every record with "- "',
  ],
  [3, '  -name: GW150914', '3:3', 'no space after the hyphen before "name"', 'write "- name:"'],
  [5, '    gps:1126259462.4', '5:5', 'no space after the colon of "gps"', 'write "gps: 1126259462.4"'],
  [5, '    gps 1126259462.4', '5:5', 'no colon after "gps"', 'write "gps: 1126259462.4"'],
  [5, '    gps = 1126259462.4', '5:5', 'no colon after "gps"', 'write "gps: 1126259462.4"'],
  [5, '    gps:\u00a01126259462.4', '5:9', 'the character U+00A0 looks like a space', 'replace it with a space'],
  [6, '    doi: DOI: 10.7935', '6:10', 'the value of "doi" contains a colon and a space', 'write doi: "DOI: 10.7935"'],
  [6, '    doi: "https://doi.org/10.7935/x', '6:10', '" is not closed', 'add " after the value'],
  [6, "    doi: 'https://doi.org/10.7935/x", '6:10', "' is not closed", "add ' after the value"],
  [7, '    detectors: [H1, L1', '7:16', '"[" is not closed', 'add "]"'],
  [9, '      mass_1_source: {best: 35.6, upper_error: 4.7', '9:22', '"{" is not closed', 'add "}"'],
  [9, '      mass_1_source: {best: 35.6}}', '9:34', '"}" closes nothing', 'remove it'],
  [
    9,
    '      mass_1_source: {best: 35.6 upper_error: 4.7}',
    '9:33',
    'no comma before "upper_error"',
    'write ", upper_error: "',
  ],
  [
    5,
    '<<<<<<< HEAD\n    gps: 1126259462.4',
    '5:1',
    'a merge conflict is not resolved',
    'remove the lines with <<<<<<<',
  ],
  [
    6,
    '    doi: @x',
    '6:10',
    'not valid YAML: Plain value cannot start with reserved character @',
    'check indentation, quotes',
  ],
  // Brackets over several lines.
  [7, '    detectors: [\n      H1,\n      L1', '7:16', '"[" is not closed', 'add "]"'],
  [9, '      mass_1_source: {\n        best: 35.6,\n        upper_error: 4.7', '9:22', '"{" is not closed', 'add "}"'],
  [9, '      mass_1_source: {list: [1, 2}', '9:29', '"[" is not closed', 'add "]"'],
  [7, '    detectors: [H1, L1,', '7:16', '"[" is not closed', 'add "]"'],
  // The line below may belong to the record in braces.
  [9, '      mass_1_source: {best: 35.6,\n      error: 1}', '10:7', 'not valid YAML: Flow map', 'check'],
  // The "]" may belong to either list.
  [7, '    detectors: [[H1],\n      [H1,\n      [L1]\n      ]', '11:5', 'not valid YAML: Flow sequence', 'check'],
  // Closed, but not indented.
  [7, '    detectors: [\n    H1,\n    L1]', '8:5', 'not valid YAML: Flow sequence', 'check'],
  [7, '    detectors: [\n      H1\n   ]', '9:4', 'not valid YAML: Flow sequence', 'check'],
  // Quotes.
  [6, '    note: "two\n      lines"\n    doi: "https://x', '8:10', '" is not closed', 'add " after the value'],
  [6, "    note: the 'best event\n    doi: 'https://x", '7:10', "' is not closed", "add ' after the value"],
  [9, '      mass_1_source: {a: "x", b: "y}', '9:34', '" is not closed', 'add " after the value'],
  [6, '    "doi: x', '6:5', '" is not closed', 'add " after the key'],
  // No-break spaces are valid in values.
  [7, '    note: "a\u00a0b"\n    detectors: [H1, L1', '8:16', '"[" is not closed', 'add "]"'],
  [6, '    note: a\u00a0b\n    gps 1126259462.4', '7:5', 'no colon after "gps"', 'write "gps: 1126259462.4"'],
  [6, '   note: a\u00a0b', '6:4', '"note" begins in column 4, but "gps" above it in column 5', 'same indentation'],
  [11, '  -\u00a0name: GW151012', '11:4', 'the character U+00A0 looks like a space', 'replace it with a space'],
  // Valid values above an error.
  [6, '    tags:\n    - doi:10.7935\n   gps_error: 1', '8:4', '"gps_error" begins in column 4, but "tags"', 'same'],
  // Siblings are not always in the line above.
  [
    10,
    '      far: {best: 1e-7}\n   doi: x',
    '11:4',
    '"doi" begins in column 4, but "parameters" above it in column 5',
    'same indentation',
  ],
  [
    10,
    '      far: {\n        best: 1e-7\n      }\n# a comment\n\n   doi: x',
    '15:4',
    '"doi" begins in column 4, but "parameters" above it in column 5',
    'same indentation',
  ],
  [
    7,
    '    detectors:\n      - H1\n      - L1\n   - name: GW151012',
    '10:4',
    'this list element begins in column 4, the one before it in column 3',
    'align their hyphens',
  ],
  [
    6,
    '    note: some text\n      and more\n      doi: x',
    '8:7',
    '"doi" begins in column 7, but "note" above it in column 5',
    'same indentation',
  ],
  [
    7,
    '    detectors:\n       - H1\n      - L1',
    '9:7',
    'this list element begins in column 7, the one before it in column 8',
    'align their hyphens',
  ],
  [7, '    detectors: [H1]\n    - L1', '8:1', 'not valid YAML: A block sequence', 'check'],
  // "parameters" may be what is indented wrongly, so the list below it is not explained.
  [8, 'parameters:', '11:1', 'not valid YAML: A block sequence', 'check'],
  [9, '     \u00a0mass_1_source: {best: 35.6}', '10:1', 'not valid YAML: All mapping items', 'check'],
  // Comments are not part of values.
  [6, '    doi: DOI: 10.7935 # see x', '6:10', 'the value of "doi" contains a colon', 'write doi: "DOI: 10.7935"'],
  [5, '    gps 1126259462.4 # x', '5:5', 'no colon after "gps"', 'write "gps: 1126259462.4"'],
  [14, '    detectors [H1, L1]', '14:5', 'no colon after "detectors"', 'write "detectors: [H1, L1]"'],
  [9, '      mass_1_source: {best: 35.6}} # }', '9:34', '"}" closes nothing', 'remove it'],
  // Text that goes on, not a key without a colon.
  [6, '    note: some text\n    that continues', '7:5', 'not valid YAML: Implicit keys', 'check'],
];

it('is valid without them', () => {
  const path = join(folder, 'GWTC-1.yaml');
  writeFileSync(path, `${LINES.join('\n')}\n`);
  expect(readYamlFile(path, 'event-versions').problems).toEqual([]);
});

it.each(MISTAKES)('line %i: %s', (number, text, place, message, fix) => {
  const path = join(folder, 'GWTC-1.yaml');
  writeFileSync(path, `${LINES.with(number - 1, text).join('\n')}\n`);
  const [problem, ...others] = readYamlFile(path, 'event-versions').problems;
  expect(others).toEqual([]);
  expect(`${problem?.line}:${problem?.column}`).toBe(place);
  expect(problem?.message).toContain(message);
  expect(problem?.fix).toContain(fix);
  // With the line ends of Windows too.
  writeFileSync(path, `${LINES.with(number - 1, text).join('\r\n')}\r\n`);
  expect(readYamlFile(path, 'event-versions').problems.map(({ message }) => message)).toEqual([problem?.message]);
});
