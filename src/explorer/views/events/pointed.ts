/** Connects a plot with the table beside it: pointing at an event in one marks the event in the other, without rendering either of them again. */

export interface Pointed {
  /** Marks an event's row, or no row. */
  tellTable(id: string | null): void;
  /** Marks an event's point, or no point. */
  tellPlot(id: string | null): void;
  /** Calls `listener` with the argument of each `tellPlot`. Returns a function that unsubscribes it. */
  listen(listener: (id: string | null) => void): () => void;
}

export function createPointed(): Pointed {
  let listener: ((id: string | null) => void) | null = null;
  let row: Element | null = null;
  return {
    tellTable(id) {
      row?.classList.remove('is-pointed');
      row = id === null ? null : document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
      row?.classList.add('is-pointed');
    },
    tellPlot: (id) => listener?.(id),
    listen(next) {
      listener = next;
      return () => {
        if (listener === next) listener = null;
      };
    },
  };
}
