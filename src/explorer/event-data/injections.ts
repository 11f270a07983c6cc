/** Signals that were added to the data as a test. They are listed, but they are not detections, so counts of events leave them out. */

/** The API has no member for this, but injections are marked in their names. */
export const isInjection = (name: string): boolean => /injection/i.test(name);

/** The number of events that versions belong to. Injections are never counted. */
export const countNames = (versions: readonly { readonly name: string }[]): number =>
  new Set(versions.map(({ name }) => name).filter((name) => !isInjection(name))).size;
