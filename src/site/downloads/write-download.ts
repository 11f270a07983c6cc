/** Writes the file of a download. Files whose names end in `.gz` are compressed. Build time. */

import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DownloadName, downloadPath } from '../../core/contract/downloads.ts';
import { clearGzipSystem } from '../build/compress.ts';
import type { FileWriter } from '../install/file-writer.ts';
import { DOWNLOADS } from './downloads.ts';
import type { Source } from './lines.ts';

/** Lower levels are hardly faster; higher ones take twice as long to save a twentieth. */
const GZIP_LEVEL = 3;
/** Large enough for the output of one pack: each additional part costs a round trip to the compressing thread. */
const GZIP_PART_BYTES = 2 ** 16;

/** Writes a download. The file only counts if all of it could be created. */
export async function writeDownload(name: DownloadName, source: Source, writer: FileWriter): Promise<void> {
  const content = DOWNLOADS[name].content(source);
  const file = writer.open(downloadPath(name));
  let isDone = false;
  try {
    if (name.endsWith('.gz')) {
      await pipeline(content, createGzip({ level: GZIP_LEVEL, chunkSize: GZIP_PART_BYTES }), async (parts) => {
        let isFirst = true;
        for await (const part of parts as AsyncIterable<Buffer>) {
          if (isFirst) clearGzipSystem(part);
          isFirst = false;
          file.write(part);
        }
      });
    } else for await (const part of content) file.write(part);
    isDone = true;
  } finally {
    file.close(isDone);
  }
}
