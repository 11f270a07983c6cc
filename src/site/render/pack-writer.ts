/** Cuts rendered lines into packs and passes on each pack as soon as it is full, so memory does not grow. Build time; pure. */

import { LINES_PER_PACK } from '../../core/listing/pack.ts';

export interface PackWriter {
  add(line: string): void;
  /** Passes on the last, partly filled pack. */
  end(): void;
}

/** Creates packs of `size` lines. `onPack` gets the bytes of each. */
export function createPackWriter(onPack: (bytes: Uint8Array) => void, size = LINES_PER_PACK): PackWriter {
  let lines: string[] = [];

  function flush(): void {
    if (lines.length > 0) onPack(Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
  }

  return {
    add(line) {
      lines.push(line);
      if (lines.length === size) flush();
    },
    end: flush,
  };
}
