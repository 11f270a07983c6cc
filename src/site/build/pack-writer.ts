/** Cuts rendered lines into packs and hands on each as soon as it is full, so that memory does not grow. Build time; pure. */

import { joinLines, LINES_PER_PACK } from '../../listing/pack.ts';

export interface PackWriter {
  add(line: string): void;
  /** Hands on what is left. */
  end(): void;
}

/** Makes packs of lines; `onPack` is handed the bytes of each. */
export function createPackWriter(onPack: (bytes: Uint8Array) => void): PackWriter {
  let lines: string[] = [];

  function flush(): void {
    if (lines.length === 0) return;
    const bytes = joinLines(lines);
    lines = [];
    onPack(bytes);
  }

  return {
    add(line) {
      lines.push(line);
      if (lines.length === LINES_PER_PACK) flush();
    },
    end: flush,
  };
}
