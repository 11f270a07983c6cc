/** Extracts code from docs/clients.md, for tests that run it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/data-folders.ts';

const page = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8');

/** The first code block in a language within a section, with a server's address instead of the page's. */
export function printedBlock(section: string, language: string, origin: string): string {
  const block = new RegExp(`^## ${section}\\n(?:(?!^## )[^])*?\`\`\`${language}\\n([^]*?)\`\`\``, 'm').exec(page)?.[1];
  if (block === undefined) throw new Error(`no ${language} in ${section}`);
  return block.replaceAll('https://catalogue.example', origin);
}
