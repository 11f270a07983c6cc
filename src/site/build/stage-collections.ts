/**
 * Adds the files of the collections: lines and index of each, then its detail and page files, which other threads start to write while
 * the next collection is being rendered. Build time.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readStatistics } from '../../catalogue/statistics.ts';
import { type Collection, hasRecords, recordLines } from '../../core/contract/collection.ts';
import type { DownloadName } from '../../core/contract/downloads.ts';
import { PACK_FOLDER, PART_FOLDER } from '../../core/contract/paths.ts';
import type { IndexPart, Release, ReleaseData } from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import { DOWNLOADS } from '../downloads/downloads.ts';
import { createFileWriters, type TaskResult } from '../install/file-writer.ts';
import type { StatisticsSource } from '../render/renderer.ts';
import type { Part } from './assembly.ts';
import { type ChangedLines, compareLines } from './changed-lines.ts';
import { digestOf } from './digest.ts';
import { readUnchanged } from './inputs.ts';
import { readIndex, readPackBytes } from './previous-release.ts';
import { createDigester, digestOfLines, partOf, rendererOf, renderLines, writePart } from './render-lines.ts';
import type { Stage } from './stage.ts';
import { haveSameArrangement, planDownload, planPages, planRecords, type Task } from './tasks.ts';

export interface StagedCollections {
  /** The complete index, by collection. */
  readonly index: Readonly<Record<string, IndexData>>;
  /** The same, with names instead of the parts that are separate files. */
  readonly named: Readonly<Record<string, IndexData | IndexPart>>;
  readonly packs: PackNames;
  /** Waits until every page and detail file is written. */
  finish(): Promise<void>;
}

/** A collection whose lines are reused from the previous build, or must be rendered. */
interface PlannedCollection {
  readonly collection: Collection;
  readonly index: IndexData;
  /** Receives the result; null if the lines are reused. */
  readonly done: ((made: TaskResult) => void) | null;
}

/** Determines which collections must be rendered. */
function planCollections({ assembly, before, catalogue, collections, inputs, options, output }: Stage) {
  const digest = createDigester(catalogue, inputs);
  const hasPacks = options.config.layout !== 'pages';
  return collections.map((collection): PlannedCollection => {
    const { name } = collection;
    const task = `lines ${name}`;
    const ownInputs = digestOfLines(collection, digest, options.config.fileLinks);
    if (hasPacks && before && before.layout !== 'pages' && assembly.reuse('packs', task, ownInputs)) {
      return { collection, index: readIndex(output.root, before, name), done: null };
    }
    const renderer = rendererOf(collection);
    const index = renderer.index(partOf(catalogue, renderer));
    // If the site has no packs, those that pages are composed from are discarded at the end.
    return { collection, index, done: hasPacks ? assembly.add('packs', task, ownInputs) : () => {} };
  });
}

/** Queues detail and page files that must be written. */
function createQueue({ assembly, options, pageWriters, previous }: Stage, release: Release | undefined) {
  const waiting: ((made: TaskResult) => void)[] = [];
  const hasPages = options.config.layout !== 'packs';
  const { downloads } = options.config;
  /** Positions in `waiting` of downloads that are created while their lines are still being rendered. */
  const begun = new Map<DownloadName, number>();
  function isArranged(name: string, inputs: string): boolean {
    const before = assembly.inputsBefore(name);
    return before !== null && haveSameArrangement(before, inputs);
  }
  function add(part: Part, task: Task, changed?: ChangedLines): void {
    if (assembly.reuse(part, task.name, task.inputs)) return;
    const canKeep = changed !== undefined && isArranged(task.name, task.inputs);
    waiting.push(assembly.add(part, task.name, task.inputs));
    pageWriters?.addTask(canKeep ? { ...task, changed } : task);
  }
  return {
    waiting,
    addRecords(collection: Collection, pack: number, name: string, changed?: ChangedLines): void {
      if (release && hasPages) add('records', planRecords(release, collection, pack, name), changed);
    },
    /**
     * Starts the downloads of the collection that is rendered next, if threads have nothing else to do and no download can be reused.
     * `addDownloads` must be called afterwards.
     */
    beginDownloads(name: string): void {
      if (!release || hasPages || previous !== null) return;
      for (const download of downloads) {
        if (DOWNLOADS[download].collections.some((needed) => needed !== name)) continue;
        begun.set(download, waiting.push(() => {}) - 1);
        pageWriters?.addTask(planDownload(download, release.data, []));
      }
    },
    /** Adds the downloads for which this collection was the last one missing. */
    addDownloads(name: string, lines: ReadonlyMap<string, string>): void {
      for (const download of downloads) {
        const { collections: needed } = DOWNLOADS[download];
        const digests = needed.map((one) => lines.get(one));
        if (!needed.includes(name) || !release || !digests.every((digest) => digest !== undefined)) continue;
        const task = planDownload(download, release.data, digests);
        const place = begun.get(download);
        if (place === undefined) add('downloads', task);
        else waiting[place] = assembly.add('downloads', task.name, task.inputs);
      }
    },
    /** Plans the pages of a collection. Its packs need not be known yet. */
    planPages({ listings }: Collection) {
      const plans = release && hasPages ? listings.map((one) => planPages(one, release, options.config.compress)) : [];
      return {
        /** False if each page shows the lines at the same positions as before, so that only few must be written. */
        areNew: plans.some(({ group, arrangement }) => !isArranged(`${group} 0`, arrangement)),
        add(packs: PackNames, changed?: ChangedLines): void {
          for (const plan of plans) {
            const inputs = plan.inputs(packs);
            const standing = assembly
              .before(plan.group, inputs)
              .filter((name) => assembly.reuse('pages', name, inputs));
            if (standing.length === 0) for (const task of plan.cut(packs)) add('pages', task, changed);
          }
        },
      };
    },
  };
}

/** Adds every collection. Out: their indexes and packs. Rejects with ChangedFileError if statistics have changed since they were checked. */
export async function stageCollections(stage: Stage, described: ReleaseData): Promise<StagedCollections> {
  const { before, catalogue, inputs, options, output, pageWriters, onProgress } = stage;
  const { config } = options;
  const { root, staging } = output;
  const planned = planCollections(stage);
  const index = Object.fromEntries(planned.map((one) => [one.collection.name, one.index]));
  const job = {
    data: { ...described, index },
    compress: config.compress,
    staging,
    previous: stage.previous,
  };
  const release = pageWriters?.begin(job);
  const queue = createQueue(stage, release);
  const read = (path: string): Buffer => readUnchanged(path, inputs.hashes);
  const statistics: StatisticsSource = (dataset) => readStatistics(dataset, read);
  const hasPages = config.layout !== 'packs';
  const writerOf = config.layout === 'pages' ? createFileWriters(staging, null) : stage.writerOf;
  const packs: Record<string, string[]> = {};
  const named: Record<string, IndexData | IndexPart> = {};
  const total = planned.reduce((sum, one) => sum + (one.done ? countEntries(one.index) : 0), 0);
  let rendered = 0;

  /** Renders a collection and queues its detail files pack by pack. Out: the lines that have changed, if this is needed. */
  async function render(
    { collection, index: own, done }: PlannedCollection,
    areNew: boolean,
  ): Promise<ChangedLines | undefined> {
    const writer = writerOf(`lines ${collection.name}`);
    const records = hasRecords(collection) ? recordLines(collection) : null;
    const comparison = before && hasPages && !config.compress ? compareLines(countEntries(own)) : null;
    // Downloads contain records if the collection has any.
    const areShared = hasPages ? areNew : records === null;
    const onPack = (set: string, name: string, folder: string, bytes: Uint8Array): void => {
      const number = (packs[set]?.push(name) ?? 0) - 1;
      const old = before?.packs[set]?.[number];
      if (old !== name) comparison?.compare(set, number, bytes, old === undefined ? null : readPackBytes(root, old));
      pageWriters?.addPack(set, name, folder, areShared ? bytes : undefined);
      if (set === records) queue.addRecords(collection, number, name, comparison?.changed);
    };
    await renderLines(collection, catalogue, { statistics, fileLinks: config.fileLinks }, writer, onPack, (entries) => {
      rendered += entries;
      onProgress('rendering', rendered, total);
    });
    named[collection.name] = collection.isPart ? writePart(collection, own, writer) : own;
    done?.(writer.result());
    return comparison?.changed;
  }

  /** Adds the packs of a reused collection. Threads share those that pages are composed from. */
  function takeOver({ collection }: PlannedCollection, areShared: boolean): undefined {
    const { name } = collection;
    named[name] = before?.index[name] as IndexData | IndexPart;
    const records = recordLines(collection);
    for (const set of collection.lineSets) {
      for (const pack of packs[set] ?? []) {
        pageWriters?.addPack(set, pack, root, areShared && set !== records ? readPackBytes(root, pack) : undefined);
      }
    }
    if (!hasRecords(collection) || records === null) return;
    for (const [number, pack] of (packs[records] ?? []).entries()) queue.addRecords(collection, number, pack);
  }

  const lines = new Map<string, string>();
  for (const one of planned) {
    const { collection } = one;
    const pages = queue.planPages(collection);
    for (const set of collection.lineSets) packs[set] = one.done ? [] : [...(before?.packs[set] ?? [])];
    if (one.done) queue.beginDownloads(collection.name);
    const changed = one.done ? await render(one, pages.areNew) : takeOver(one, pages.areNew);
    const own = collection.lineSets.map((set) => packs[set]);
    lines.set(collection.name, digestOf(collection.name, one.index, own));
    queue.addDownloads(collection.name, lines);
    pages.add(packs, changed);
  }
  return {
    ...{ index, named, packs },
    async finish() {
      const made = await pageWriters?.finish((done, all) => onProgress('writing pages', done, all));
      for (const [n, result] of made?.entries() ?? []) queue.waiting[n]?.(result);
      // Only after the pages are composed, because they are read from the staged packs.
      const unneeded = config.layout === 'pages' ? [PACK_FOLDER, PART_FOLDER] : [];
      for (const folder of unneeded) rmSync(join(staging, folder), { recursive: true, force: true });
    },
  };
}
