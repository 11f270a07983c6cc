/** The state that the steps of a build share, and tasks that run on the main thread. Build time. */

import type { Catalogue } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import type { ReleaseData } from '../../core/handler/release.ts';
import type { FileWriter } from '../install/file-writer.ts';
import type { Output } from '../install/output.ts';
import { groupOf, type PreviousSite } from '../install/previous-site.ts';
import type { Assembly, Part } from './assembly.ts';
import type { BuildOptions } from './build-options.ts';
import type { ExplorerFiles } from './explorer-files.ts';
import type { Inputs } from './inputs.ts';
import type { PageWriters } from './page-writer.ts';

/** The input of a site. */
export interface SiteData {
  readonly inputs: Inputs;
  readonly catalogue: Catalogue;
}

/** The state that the steps of a build share. */
export interface Stage extends SiteData {
  readonly options: BuildOptions;
  readonly output: Output;
  readonly collections: readonly Collection[];
  readonly assembly: Assembly;
  readonly explorer: ExplorerFiles;
  /** Null if there is none, or if it is not trusted. */
  readonly before: ReleaseData | null;
  /** The previous site, whose files need not be written again; null if everything is written. */
  readonly previous: PreviousSite | null;
  readonly writerOf: (group: string) => FileWriter;
  /** Null if there are neither page files nor downloads. */
  readonly pageWriters: PageWriters | null;
  readonly onProgress: NonNullable<BuildOptions['onProgress']>;
}

/** Runs a task on this thread, unless it can be skipped. */
export async function runHere(
  { assembly, writerOf }: Pick<Stage, 'assembly' | 'writerOf'>,
  part: Part,
  name: string,
  inputs: string,
  run: (writer: FileWriter) => void | Promise<void>,
): Promise<void> {
  if (assembly.reuse(part, name, inputs)) return;
  const done = assembly.add(part, name, inputs);
  const writer = writerOf(groupOf(name));
  await run(writer);
  done(writer.result());
}
