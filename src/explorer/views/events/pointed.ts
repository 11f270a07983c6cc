/** Connects a plot with the table beside it: pointing at an event in one marks it in the other. Neither is rendered again for that. */

export interface Pointed {
  /** Marks the row of an event, or none. */
  tellTable(id: string | null): void;
  /** Marks the point of an event, or none. */
  tellPlot(id: string | null): void;
  /** The plot receives the argument of `tellPlot`. Returns a function that unsubscribes it. */
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
