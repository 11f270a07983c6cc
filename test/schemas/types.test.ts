/** The types of bodies and of files are those that the schemas give. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateTypes } from '../../scripts/generate-types.ts';

it.each(Object.entries(await generateTypes()))('%s is what "npm run types" writes', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});
