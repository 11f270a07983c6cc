/** Writes the files of a download side by side, part by part. Build time. */

import type { FileWriter, OpenFile } from '../output/file-writer.ts';
import type { Source } from './bodies.ts';
import type { Download } from './downloads.ts';

/** Writes a download. Its files count only where all of them could be made. */
export async function writeDownload({ paths, content }: Download, source: Source, writer: FileWriter): Promise<void> {
  const files = new Map(paths.map((path) => [path, writer.open(path)] as const));
  let isDone = false;
  try {
    for await (const [path, part] of content(source)) (files.get(path) as OpenFile).write(part);
    isDone = true;
  } finally {
    for (const file of files.values()) file.close(isDone);
  }
}
