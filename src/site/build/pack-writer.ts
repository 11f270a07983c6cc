/** Cuts rendered lines into packs and passes on each pack as soon as it is full, so memory does not grow. Build time; pure. */

import { LINES_PER_PACK } from '../../listing/pack.ts';

export interface PackWriter {
  add(line: string): void;
  /** Passes on the last, partly filled pack. */
  end(): void;
}

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** The bytes of the current pack; the next pack uses the same memory. */
let buffer = Buffer.allocUnsafeSlow(0);

function encode(text: string): Uint8Array {
  const size = text.length * MAX_BYTES_PER_UNIT;
  if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size);
  return buffer.subarray(0, buffer.write(text));
}

/** Creates packs from lines. `onPack` gets the bytes of each, which are only valid until it returns. */
export function createPackWriter(onPack: (bytes: Uint8Array) => void): PackWriter {
  let text = '';
  let lines = 0;

  function flush(): void {
    if (lines === 0) return;
    const bytes = encode(text);
    text = '';
    lines = 0;
    onPack(bytes);
  }

  return {
    add(line) {
      text += `${line}\n`;
      if (++lines === LINES_PER_PACK) flush();
    },
    end: flush,
  };
}
