/** Connects a plot with the table beside it: what is pointed at in one is marked in the other. Neither is drawn again for that. */

export interface Pointed {
  /** Marks the row of an event, or none. */
  tellTable(id: string | null): void;
  /** Marks the point of an event, or none. */
  tellPlot(id: string | null): void;
  /** The plot gets what `tellPlot` is told. Returns a function that ends it. */
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
