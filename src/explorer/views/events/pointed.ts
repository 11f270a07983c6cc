/** Connects a plot with the table beside it: pointing at an event in one marks the event in the other, without rendering either of them again. */

export type Pointed = ReturnType<typeof createPointed>;

export function createPointed() {
  let listener: ((id: string | null) => void) | null = null;
  let row: Element | null = null;
  return {
    /** Marks an event's row, or no row. */
    tellTable(id: string | null): void {
      row?.classList.remove('is-pointed');
      row = id === null ? null : document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
      row?.classList.add('is-pointed');
    },
    /** Marks an event's point, or no point. */
    tellPlot(id: string | null): void {
      listener?.(id);
    },
    /** Calls `next` with the argument of each `tellPlot`. Returns a function that unsubscribes it. */
    listen(next: (id: string | null) => void) {
      listener = next;
      return () => {
        if (listener === next) listener = null;
      };
    },
  };
}
