/** Cuts rendered lines into packs and passes on each pack as soon as it is full, so memory does not grow. Build time; pure. */

import { LINES_PER_PACK } from '../../core/listing/pack.ts';

export interface PackWriter {
  add(line: string): void;
  /** Passes on the last, partly filled pack. */
  end(): void;
}

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
const LINE_FEED = 0x0a;

/** Creates packs from lines. `onPack` gets the bytes of each, which are only valid until it returns. */
export function createPackWriter(onPack: (bytes: Uint8Array) => void): PackWriter {
  /** Bytes of the current pack; the next pack uses the same memory. */
  let buffer = Buffer.allocUnsafeSlow(0);
  let size = 0;
  let lines = 0;

  function flush(): void {
    if (lines === 0) return;
    onPack(buffer.subarray(0, size));
    size = 0;
    lines = 0;
  }

  return {
    // Line by line: joining the lines first would copy them once more.
    add(line) {
      const needed = size + line.length * MAX_BYTES_PER_UNIT + 1;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(2 * needed);
        larger.set(buffer.subarray(0, size));
        buffer = larger;
      }
      size += buffer.write(line, size);
      buffer[size++] = LINE_FEED;
      if (++lines === LINES_PER_PACK) flush();
    },
    end: flush,
  };
}
