/**
 * Compares two releases, in the catalogue's terms and in the site's. In: two folders with sites, or manifest files. The
 * catalogue's terms come from the packs, so they need folders whose layout has packs. Build time.
 */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_PATH } from '../../contract/paths.ts';
import { parseRelease, type ReleaseData, SiteDamagedError } from '../../handler/release.ts';
import { countEntries } from '../../listing/select.ts';
import { sha256 } from '../output/hash.ts';
import { type Manifest, parseManifest, readManifest } from '../output/manifest.ts';
import { settle } from '../output/output.ts';
import { type PurgeList, purgeList } from '../output/purge-list.ts';
import { diffEventVersions, type EventDiff } from './diff-events.ts';
import { diffManifests, type SiteDiff } from './diff-site.ts';
import { diffStrainFiles, type StrainDiff } from './diff-strain.ts';

/** One of the two cannot be compared; the message says why. */
export class NotComparableError extends Error {
  override readonly name = 'NotComparableError';
}

export interface CatalogueDiff {
  readonly eventVersions: EventDiff;
  readonly strainFiles: readonly StrainDiff[];
  /** Catalogs, detectors and parameters that were added, removed or described anew, as `catalog GWTC-5.0 added`. */
  readonly vocabulary: readonly string[];
}

export interface ReleaseDiff {
  readonly old: string;
  readonly new: string;
  /** Null where the packs of one of the two are not at hand; then `whyNoCatalogue` says so. */
  readonly catalogue: CatalogueDiff | null;
  readonly whyNoCatalogue: string | null;
  readonly site: SiteDiff;
  readonly purge: PurgeList;
}

interface Side {
  readonly path: string;
  readonly manifest: Manifest;
  /** Null for a manifest alone. */
  readonly release: ReleaseData | null;
}

function parseManifestFile(path: string): Manifest | null {
  try {
    return parseManifest(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

async function openSide(path: string): Promise<Side> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new NotComparableError(`${path} does not exist`);
  if (!found.isDirectory()) {
    const manifest = parseManifestFile(path);
    if (manifest === null) throw new NotComparableError(`${path} is no manifest.json of a site`);
    return { path, manifest, release: null };
  }
  settle(path);
  const manifest = readManifest(path);
  if (manifest === null) throw new NotComparableError(`${path} has no manifest.json that can be read`);
  try {
    return { path, manifest, release: await parseRelease(readFileSync(join(path, RELEASE_PATH)), sha256) };
  } catch (error) {
    throw new NotComparableError(`${join(path, RELEASE_PATH)} cannot be used: ${(error as Error).message}`);
  }
}

function whyNoPacks({ path, release }: Side): string | null {
  if (release === null) return `${path} is a manifest without a site`;
  return release.layout === 'pages' ? `${path} has no packs` : null;
}

function vocabularyChanges(old: ReleaseData, next: ReleaseData): string[] {
  const changes = (kind: string, before: Map<string, string>, after: Map<string, string>) => [
    ...[...after.keys()].filter((name) => !before.has(name)).map((name) => `${kind} ${name} added`),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${kind} ${name} removed`),
    ...[...after].flatMap(([name, text]) =>
      before.has(name) && before.get(name) !== text ? [`${kind} ${name} described anew`] : [],
    ),
  ];
  const names = (list: readonly string[]) => new Map(list.map((name) => [name, '']));
  const parameters = ({ vocabulary }: ReleaseData) =>
    new Map(vocabulary.parameters.map(({ name, unit, description }) => [name, `${unit}/${description}`]));
  return [
    ...changes('detector', names(old.vocabulary.detectors), names(next.vocabulary.detectors)),
    ...changes('catalog', names(old.vocabulary.catalogs), names(next.vocabulary.catalogs)),
    ...changes('parameter', parameters(old), parameters(next)),
  ];
}

/** Compares two releases. Rejects with NotComparableError, OutputError (a build is running there) or SiteDamagedError. */
export async function diffReleases(
  oldPath: string,
  newPath: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ReleaseDiff> {
  const [old, next] = [await openSide(oldPath), await openSide(newPath)];
  const site = diffManifests(old.manifest, next.manifest);
  const whyNoCatalogue = whyNoPacks(old) ?? whyNoPacks(next);
  const ids = { old: old.manifest.release, new: next.manifest.release };
  if (whyNoCatalogue !== null || old.release === null || next.release === null) {
    const releases = { old: old.release, new: next.release };
    return { ...ids, catalogue: null, whyNoCatalogue, site, purge: purgeList(site, releases, new Map()) };
  }
  try {
    const events = diffEventVersions(
      { root: old.path, packs: old.release.packs['event-version-details'] ?? [] },
      { root: next.path, packs: next.release.packs['event-version-details'] ?? [] },
    );
    const side = (path: string, { packs, index }: ReleaseData) => {
      const data = index['strain-files'];
      const count = data === undefined || data.kind === 'part' ? 0 : countEntries(data);
      return { root: path, packs: packs['strain-file-details'] ?? [], count };
    };
    const newSide = side(next.path, next.release);
    const strain = diffStrainFiles(side(old.path, old.release), newSide, (done) => onProgress(done, newSide.count));
    const touched = new Map([
      ['event-versions', events.touched],
      ['strain-files', [...strain.ids.changed, ...strain.ids.removed]],
    ]);
    return {
      ...ids,
      catalogue: {
        eventVersions: events.diff,
        strainFiles: strain.groups,
        vocabulary: vocabularyChanges(old.release, next.release),
      },
      whyNoCatalogue: null,
      site,
      purge: purgeList(site, { old: old.release, new: next.release }, touched),
    };
  } catch (error) {
    if (error instanceof SiteDamagedError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new NotComparableError(`a site is damaged: ${(error as Error).message}. "stillwave verify" tells more`);
    }
    throw error;
  }
}
