/** What an export of a catalog says beside the file. Pure. */

/** What the format has no place for, or demands otherwise, and the records it is about. */
export interface ExportNote {
  readonly message: string;
  readonly records: readonly string[];
}

/** Gathers notes, in the order in which they first come up. */
export class ExportNotes {
  readonly #records = new Map<string, string[]>();

  add(message: string, record: string): void {
    const records = this.#records.get(message) ?? [];
    if (!records.includes(record)) records.push(record);
    this.#records.set(message, records);
  }

  all(): ExportNote[] {
    return [...this.#records].map(([message, records]) => ({ message, records }));
  }
}
