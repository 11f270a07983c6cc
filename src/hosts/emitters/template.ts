/** Host files that need none of our logic: files in templates/hosts, with a few values replaced. */

import { readFileSync } from 'node:fs';
import { inPackage } from '../../fs/in-package.ts';

/** The text of a template. Each `{{name}}` in it is replaced by the value with this name. */
export function fillFile(name: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(inPackage(`templates/hosts/${name}`), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key]));
}
