/** The types of bodies and of files are generated from the schemas; `npm run update` writes them. */

import { it } from 'vitest';
import { generateTypes } from '../../scripts/generate-types.ts';
import { expectFile } from '../support/expect-file.ts';

it.each(Object.entries(await generateTypes()))('%s follows from the schemas', (path, text) => {
  expectFile(path, text);
});
