/** Code blocks of the documentation, for tests that run them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './data-folders.ts';

/**
 * The texts of a page's blocks in a language, in order; of one section, if a heading is given. Throws if there are none.
 * @param page such as `docs/clients.md`.
 */
export function printedBlocks(page: string, language: string, heading?: string): readonly string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const sections = text.split(/^## /m);
  const searched = heading === undefined ? text : (sections.find((one) => one.startsWith(`${heading}\n`)) ?? '');
  const pattern = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm');
  const blocks = Array.from(searched.matchAll(pattern), ([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`no ${language} in ${page}${heading === undefined ? '' : `: ${heading}`}`);
  return blocks;
}

/** The first of these blocks. */
export const printedBlock = (...of: Parameters<typeof printedBlocks>): string => printedBlocks(...of)[0] as string;
