/** Writes the file of a download. Files whose names end in `.gz` are compressed. Build time. */

import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DownloadName, downloadPath } from '../../core/contract/downloads.ts';
import { clearGzipSystem } from '../../fs/compress.ts';
import type { FileWriter } from '../install/file-writer.ts';
import { DOWNLOADS } from './downloads.ts';
import type { Lines, Source } from './lines.ts';

/** Higher levels cost much time and save little space. */
const GZIP_LEVEL = 3;
/** Large enough for the output of one pack: each additional part costs a round trip to the compressing thread. */
const GZIP_PART_BYTES = 2 ** 16;

/** Compresses a file in parts. */
async function* compress(content: Lines): Lines {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: GZIP_PART_BYTES });
  const compressed = pipeline(content, gzip);
  // Reading from it throws the same error.
  compressed.catch(() => {});
  let isFirst = true;
  for await (const part of gzip as AsyncIterable<Buffer>) {
    if (isFirst) clearGzipSystem(part);
    isFirst = false;
    yield part;
  }
}

/** Writes a download. */
export function writeDownload(name: DownloadName, source: Source, writer: FileWriter): Promise<void> {
  const content = DOWNLOADS[name].content(source);
  return writer.writeParts(downloadPath(name), name.endsWith('.gz') ? compress(content) : content);
}
