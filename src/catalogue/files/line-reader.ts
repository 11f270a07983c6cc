/**
 * Reads a text file line by line in constant memory. In: a path. Out: lines with their numbers, as bytes.
 *
 * Throws file system errors. A line longer than 16 MiB is returned in parts.
 */
import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../../fs/regular-file.ts';

const CHUNK_BYTES = 1 << 18;
export const MAX_LINE_BYTES = 1 << 24;
const NEWLINE = 10;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line end; only valid until the next line is read. */
  readonly bytes: Buffer;
}

/** `onChunk` is called with the bytes as they are read. */
export function* readLines(file: string, onChunk: (chunk: Uint8Array) => void = () => {}): Generator<Line> {
  const descriptor = openRegularFile(file);
  try {
    let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let filled = 0;
    let number = 1;
    for (;;) {
      const read = readSync(descriptor, buffer, filled, buffer.length - filled, null);
      onChunk(buffer.subarray(filled, filled + read));
      filled += read;
      let start = 0;
      for (let end = buffer.indexOf(NEWLINE); end >= 0 && end < filled; end = buffer.indexOf(NEWLINE, start)) {
        yield { number: number++, bytes: buffer.subarray(start, end) };
        start = end + 1;
      }
      if (read === 0 || filled - start >= MAX_LINE_BYTES) {
        if (filled > start) yield { number: number++, bytes: buffer.subarray(start, filled) };
        start = filled;
      }
      if (read === 0) return;
      // The incomplete last line moves to the front; if it fills the buffer, the buffer grows.
      const rest = filled - start;
      const target = rest > buffer.length / 2 ? Buffer.allocUnsafe(buffer.length * 2) : buffer;
      buffer.copy(target, 0, start, filled);
      buffer = target;
      filled = rest;
    }
  } finally {
    closeSync(descriptor);
  }
}
