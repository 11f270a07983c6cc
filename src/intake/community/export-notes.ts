/** Notes for the user about an export of a catalog. Pure. */

/** Content that the format does not support, or a requirement that is not met, and the records concerned. */
export interface ExportNote {
  readonly message: string;
  readonly records: readonly string[];
}

/** Collects notes, in the order in which they first occur. */
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
