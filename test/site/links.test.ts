/**
 * Paths and links of a complete site with something of every kind: each file is what its own URL resolves to, no two paths differ
 * only in case, and every link leads to a file or a redirect. Links are paths here; `proof/enumerated.test.ts` follows links with queries.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ARCHIVE_ROOTS } from '../../src/core/contract/archive-paths.ts';
import { isEnumerated } from '../../src/core/contract/enumeration.ts';
import { OPENAPI_PATH } from '../../src/core/contract/paths.ts';
import { parseQuery } from '../../src/core/contract/query.ts';
import { findRoute } from '../../src/core/contract/route.ts';
import { ERROR_FOLDER, pagePath, ROOT_BODY_PATH, recordFile } from '../../src/core/contract/site-paths.ts';
import type { Release } from '../../src/core/release/release.ts';
import { openReleaseIn } from '../../src/site/install/site-files.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { type EnumeratedUrl, everyUrl } from '../support/every-url.ts';
import { runCli } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE_URL = 'https://user.example/gw';
const root = temporaryFolder();
const dataDir = join(root, 'data');

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* textsIn(one);
}

beforeAll(() => writeCatalogue(dataDir, everyKind));

describe('links as paths', () => {
  const out = join(root, 'path');
  let release: Release;
  let urls: EnumeratedUrl[];
  let bodies: string[];

  beforeAll(async () => {
    const config = join(root, 'path.yaml');
    const text = [`baseUrl: ${BASE_URL}`, 'links: path', 'archiveUrl: https://a.example', 'enumerate:'];
    writeFileSync(config, `${text.join('\n')}\n  pageSizes: [2, 20]\n`);
    const ended = await runCli(inject('cli'), [
      'build',
      '--quiet',
      '--data',
      dataDir,
      '--site',
      out,
      '--config',
      config,
    ]);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    release = await openReleaseIn(out);
    urls = await everyUrl(release);
    const entries = readdirSync(join(out, 'api/v2'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1));
    bodies = paths.filter((path) => !path.startsWith(ERROR_FOLDER) && ![OPENAPI_PATH, ROOT_BODY_PATH].includes(path));
    expect(paths).toContain(OPENAPI_PATH);
  });

  it('the files are exactly those of the enumerated queries and of all records', () => {
    const planned = new Set(urls.map(({ file }) => file));
    expect(planned.size).toBe(urls.length);
    // There is also the first page of each listing, to which records link.
    const first = bodies.filter((path) => !planned.has(path));
    expect(bodies.length).toBe(planned.size + first.length);
    const targets = first.map(
      (path) => findRoute(`/${path.replace(/\.json$/, '')}`, { ...release, basePath: '' })?.kind,
    );
    expect(new Set(targets)).toEqual(new Set(['listing']));
  });

  it('no two paths differ only in case, and all have safe characters', () => {
    for (const path of bodies) expect(path).toMatch(/^[A-Za-z0-9._@/-]+$/);
    expect(new Set(bodies.map((path) => path.toLowerCase())).size).toBe(bodies.length);
  });

  it('each file is what its own URL resolves to', () => {
    for (const { url, file } of urls) {
      const [path = '', text = ''] = url.split('?');
      const target = findRoute(`/${path}`, { ...release, basePath: '' });
      if (target?.kind === 'record') {
        expect(recordFile(target.collection.name, target.id)).toBe(file);
        continue;
      }
      if (target?.kind !== 'listing') throw new Error(`${url} is ${target?.kind}`);
      const query = parseQuery(target.listing, target.parentIds, text);
      expect(pagePath(query)).toBe(file);
      expect(isEnumerated(query, release.data.enumerate)).toBe(true);
    }
  });

  it('every link in a page or a record leads to a file, or into the archive', () => {
    const missing = new Set<string>();
    let count = 0;
    for (const path of bodies) {
      for (const text of textsIn(JSON.parse(readFileSync(join(out, path), 'utf8')))) {
        if (!text.startsWith(`${BASE_URL}/`)) continue;
        count++;
        const target = text.slice(BASE_URL.length + 1);
        if (ARCHIVE_ROOTS.some((folder) => target.startsWith(`${folder}/`))) continue;
        if (!existsSync(join(out, target.split('?')[0] as string))) missing.add(text);
      }
    }
    // The data have no list of the files of these three, so links to them are a 404 on every host.
    const unlisted = ['datasets/O3_4KHZ_R1', 'runs/O1-Disc', 'runs/O3'];
    expect([...missing].sort()).toEqual(
      unlisted.map((path) => `${BASE_URL}/api/v2/${path}/strain-files.json?format=api`),
    );
    expect(count).toBeGreaterThan(1000);
  });
});
