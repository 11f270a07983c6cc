/** Cuts rendered lines into packs and hands on each as soon as it is full, so that memory does not grow. Build time; pure. */

import { LINES_PER_PACK } from '../../listing/pack.ts';

export interface PackWriter {
  add(line: string): void;
  /** Hands on what is left. */
  end(): void;
}

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** The bytes of the pack that was handed on last, in memory that the next pack uses again. */
let buffer = Buffer.allocUnsafeSlow(0);

function encode(text: string): Uint8Array {
  const size = text.length * MAX_BYTES_PER_UNIT;
  if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size);
  return buffer.subarray(0, buffer.write(text));
}

/** Makes packs of lines; `onPack` is handed the bytes of each, which are only valid until it returns. */
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
