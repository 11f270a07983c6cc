/** The explorer's bundled files, which are copied to every site, and the markup that loads them on the page. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPath } from '../../core/contract/site-paths.ts';
import { inPackage } from '../../fs/in-package.ts';

const BUNDLE = inPackage('build/explorer');

export interface ExplorerFiles {
  /** The source path of each file, by its path in the site; sorted. */
  readonly files: ReadonlyMap<string, string>;
  /** Markup for the page's head. Links are relative to the page. */
  readonly tags: string;
}

/** Scripts that a script imports statically, directly or indirectly. The page lists them so that the browser loads them all in parallel. */
export function importsOf(name: string, folder: string, seen = new Set<string>()): Set<string> {
  const text = readFileSync(join(folder, name), 'utf8');
  for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
    if (!seen.has(imported)) importsOf(imported, folder, seen.add(imported));
  }
  return seen;
}

/** Reads the bundle. Throws if `npm run build` has not created it. */
export function readExplorer(folder: string = BUNDLE): ExplorerFiles {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (cause) {
    throw new Error(`${folder} is missing. Run "npm run build" first`, { cause });
  }
  const find = (form: RegExp): string => {
    const name = names.find((one) => form.test(one));
    if (name === undefined) throw new Error(`${folder} has no file ${form}. Run "npm run build" again`);
    return name;
  };
  const script = find(/^explorer-\w+\.js$/);
  return {
    files: new Map(names.map((name) => [assetPath(name), join(folder, name)])),
    tags: [
      `<link rel="icon" type="image/svg+xml" href="${assetPath(find(/^icon-\w+\.svg$/))}">`,
      `<link rel="stylesheet" href="${assetPath(find(/^style-\w+\.css$/))}">`,
      `<script type="module" src="${assetPath(script)}"></script>`,
      ...Array.from(importsOf(script, folder), (name) => `<link rel="modulepreload" href="${assetPath(name)}">`),
      '',
    ].join('\n'),
  };
}
