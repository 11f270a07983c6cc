/** Fixed bodies: a file for every outcome of the rewrite rules, with safe paths and the same bodies as from handlers. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { NAMED_METHODS, OTHER_METHOD_BODY } from '../../src/core/contract/refusals.ts';
import { createPackCache } from '../../src/core/handler/pack-cache.ts';
import { openRelease, parseRelease, type Release } from '../../src/core/handler/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import type { Answer } from '../../src/hosts/rules/rule-types.ts';
import { createRules } from '../../src/hosts/rules/rules.ts';
import { fixedBodies } from '../../src/site/build/fixed-bodies.ts';
import { answer } from '../support/answer.ts';

describe('fixed bodies', () => {
  let release: Release;
  let bodies: ReadonlyMap<string, string>;
  beforeAll(async () => {
    release = openRelease(await parseRelease(readFileSync(join(inject('partial').root, 'release.json')), sha256));
    bodies = fixedBodies(release);
  });

  it('have safe paths, which never differ only in case', () => {
    const paths = [...bodies.keys()];
    for (const path of paths) expect(path).toMatch(/^api\/v2\/_\/[A-Za-z0-9._/-]+\.(json|html)$/);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });

  it('exist for every outcome of the rules', () => {
    const { baseUrl, archiveUrl, cache, enumerate } = release.data;
    const settings = { command: '', root: '', out: null, baseUrl, archiveUrl, cache, enumerate, upstream: null };
    const { answers, notFound } = createRules(settings, { backreferences: true });
    const ranges = release.collections.flatMap(({ listings }) => listings.flatMap(({ rangeFilters }) => rangeFilters));
    /** The values of a placeholder in a body; a collection is the one in the path of the answer. */
    const valuesOf = ({ path }: Answer): Readonly<Record<string, readonly string[]>> => ({
      range: ranges,
      method_body: [...NAMED_METHODS, OTHER_METHOD_BODY],
      collection: path.flatMap((piece) =>
        typeof piece !== 'string' && piece.name === 'collection' ? piece.matches.split('|') : [],
      ),
    });
    const named = answers.flatMap((answer) => {
      const values = valuesOf(answer);
      return answer.refusals.flatMap(({ outcome: { body } }): string[] => {
        const [placeholder, name] = /\{(\w+)\}/.exec(body) ?? [];
        if (placeholder === undefined || name === undefined) return [body];
        expect(values[name]?.length, `${name} of ${answer.name}`).toBeGreaterThan(0);
        return (values[name] ?? []).map((value) => body.replace(placeholder, value));
      });
    });
    expect([...new Set([notFound.body, ...named])].filter((path) => !bodies.has(path))).toEqual([]);
  });

  it.each([
    ['GET', 'strain-files?detector=X1', 'strain-files/invalid/detector'],
    ['GET', 'strain-files?pagesize=0', 'strain-files/invalid/pagesize'],
    ['GET', 'event-versions?release=GWTC-99', 'event-versions/invalid/release'],
    ['GET', 'event-versions?min-far=1&min-far=2', 'event-versions/repeated/min-far'],
    ['GET', 'event-versions/GW150914-v3?format=api&format=api', 'record/repeated/format'],
    ['GET', 'strain-files?page=0', 'invalid-page'],
    ['GET', 'runs/O1/strain-files?detector=X1', 'runs.strain-files/invalid/detector'],
    ['GET', 'catalogs/GWTC/events?lastver&lastver', 'catalogs.events/repeated/lastver'],
    ['GET', 'runs?pagesize=0', 'runs/invalid/pagesize'],
    ['OPTIONS', 'runs/O1/strain-files', 'options/runs.strain-files'],
    ['OPTIONS', 'event-versions/GW150914/parameters', 'options/event-versions.parameters'],
    ['OPTIONS', 'catalogs/GWTC', 'options/catalogs-record'],
    ['GET', 'nothing', 'not-found'],
    ['PATCH', 'strain-files', 'method/PATCH'],
    ['OPTIONS', 'event-versions', 'options/event-versions'],
    ['OPTIONS', 'event-versions/GW150914-v3', 'options/event-versions-record'],
    ['OPTIONS', '', 'options/root'],
    ['GET', '', 'root'],
  ])('%s %s is %s', async (method, target, name) => {
    const readFile = async (path: string) => readFileSync(join(inject('partial').root, path));
    const links = { baseUrl: release.baseUrl, recordEnding: '' } as const;
    const readPack = createPackCache({ readFile, sha256, links });
    const readPart = () => Promise.reject(new Error('no part is needed'));
    const url = `${release.basePath}/api/v2/${target}`;
    const ports = { readPack, readPart, sha256 };
    const { body } = await answer({ method, url, header: () => undefined }, release, ports);
    expect(bodies.get(`api/v2/_/${name}.json`)).toBe(new TextDecoder().decode(body));
  });
});
