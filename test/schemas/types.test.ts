/** The types of bodies and of files are generated from the schemas; `npm run update` writes them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateTypes } from '../../scripts/generate-types.ts';

it.each(Object.entries(await generateTypes()))('%s follows from the schemas', (path, text) => {
  if (process.env.UPDATE) writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});
