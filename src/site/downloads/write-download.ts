/** Writes the files of a download side by side, part by part; those whose names end in `.gz` compressed. Build time. */

import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { nameNoSystem } from '../build/compress.ts';
import type { FileWriter, OpenFile } from '../output/file-writer.ts';
import type { Download } from './downloads.ts';
import type { Source } from './lines.ts';

/** The levels below are hardly faster; those above take twice as long to save a twentieth. */
const GZIP_LEVEL = 3;

/** What one pack gives fits in: each part more is a way more to the thread that compresses, and back. */
const GZIP_PART_BYTES = 2 ** 16;
const PLAIN_PART_BYTES = 2 ** 16;

interface PartWriter {
  /** Takes a part, which may be overwritten once this is done. */
  write(part: Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** Nothing is written after this, whatever waits. */
  stop(): Promise<void>;
}

/** Small parts are written together: some files have thousands of them. */
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

/** Compresses into a file, in threads of Node's own. */
function compressInto(file: OpenFile): PartWriter {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: GZIP_PART_BYTES });
  const written = pipeline(gzip, async (coded: AsyncIterable<Uint8Array>) => {
    let isFirst = true;
    for await (const part of coded) {
      if (isFirst) nameNoSystem(part);
      isFirst = false;
      file.write(part);
    }
  });
  // Whoever writes next is told.
  written.catch(() => {});
  return {
    async write(part) {
      const taken = new Promise<void>((resolve, reject) => {
        gzip.write(part, (error) => (error ? reject(error) : resolve()));
      });
      // What goes wrong behind it is the reason that is of use.
      await taken.catch(() => written);
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

/** Writes a download. Its files count only where all of them could be made. */
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
