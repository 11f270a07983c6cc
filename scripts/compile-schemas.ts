/**
 * Compiles the data files' schemas into build/catalogue/files/validators.cjs. The compiled code only says whether a value is valid, so ajv,
 * which explains errors, is loaded only for invalid files. Part of `npm run build`.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { ANNOTATIONS } from '../src/catalogue/files/schema.ts';
import { ROOT } from './bundling.ts';

const schemas = join(ROOT, 'schemas');

/** Writes the file to a folder. */
export function compileSchemas(out: string): void {
  const ajv = new Ajv2020({ allowUnionTypes: true, code: { source: true }, keywords: ANNOTATIONS });
  const names: Record<string, string> = {};
  for (const file of readdirSync(schemas).filter((name) => name.endsWith('.schema.json'))) {
    ajv.addSchema(JSON.parse(readFileSync(join(schemas, file), 'utf8')));
    names[basename(file, '.schema.json')] = file;
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'validators.cjs'), standalone.default(ajv, names));
}
