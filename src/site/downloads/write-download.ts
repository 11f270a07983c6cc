/** Writes the files of a download in parallel, part by part. Files whose names end in `.gz` are compressed. Build time. */

import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { clearGzipSystem } from '../build/compress.ts';
import type { FileWriter, OpenFile } from '../install/file-writer.ts';
import type { Download } from './downloads.ts';
import type { Source } from './lines.ts';

/** Lower levels are hardly faster; higher ones take twice as long to save a twentieth. */
const GZIP_LEVEL = 3;

/** Large enough for the output of one pack: each additional part costs a round trip to the compressing thread. */
const GZIP_PART_BYTES = 2 ** 16;
const PLAIN_PART_BYTES = 2 ** 16;

interface PartWriter {
  write(part: Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** Discards waiting data; nothing is written afterwards. */
  stop(): Promise<void>;
}

/** Writes small parts together: some files have thousands of them. */
function writePlain(file: OpenFile): PartWriter {
  const waiting = new Uint8Array(PLAIN_PART_BYTES);
  let size = 0;
  function flush(): void {
    if (size > 0) file.write(waiting.subarray(0, size));
    size = 0;
  }
  return {
    async write(part) {
      if (size + part.length > waiting.length) flush();
      if (part.length > waiting.length) return file.write(part);
      waiting.set(part, size);
      size += part.length;
    },
    end: async () => flush(),
    stop: async () => {},
  };
}

/** Compresses into a file, in Node's own threads. */
function compressInto(file: OpenFile): PartWriter {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: GZIP_PART_BYTES });
  const written = pipeline(gzip, async (coded: AsyncIterable<Uint8Array>) => {
    let isFirst = true;
    for await (const part of coded) {
      if (isFirst) clearGzipSystem(part);
      isFirst = false;
      file.write(part);
    }
  });
  // The next write throws this error.
  written.catch(() => {});
  return {
    async write(part) {
      if (gzip.destroyed) await written;
      else if (!gzip.write(part)) await Promise.race([once(gzip, 'drain'), written]);
    },
    end() {
      gzip.end();
      return written;
    },
    stop() {
      gzip.destroy();
      return written.catch(() => {});
    },
  };
}

/** Writes a download. Its files only count if all of them could be created. */
export async function writeDownload({ paths, content }: Download, source: Source, writer: FileWriter): Promise<void> {
  const files = paths.map((path) => writer.open(path));
  const writers = new Map(
    files.map((file, n) => {
      const path = paths[n] as string;
      return [path, path.endsWith('.gz') ? compressInto(file) : writePlain(file)] as const;
    }),
  );
  let isDone = false;
  try {
    for await (const [path, part] of content(source)) await writers.get(path)?.write(part);
    for (const one of writers.values()) await one.end();
    isDone = true;
  } finally {
    for (const one of writers.values()) await one.stop();
    for (const file of files) file.close(isDone);
  }
}
