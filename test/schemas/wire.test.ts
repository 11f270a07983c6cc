/** The types of bodies are those that the response schemas give. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateTypes, TYPES_PATH } from '../../scripts/generate-types.ts';

it(`${TYPES_PATH} is what "npm run types" writes`, async () => {
  expect(readFileSync(TYPES_PATH, 'utf8')).toBe(await generateTypes());
});
