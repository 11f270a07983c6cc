/**
 * Maps items with an asynchronous function, `atOnce` of them at a time. Out: the results in the order of the items. After a failure
 * it starts no further calls, and rejects when those in progress have ended, so that their results are not lost. `onDone` is called
 * after each item.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Promise<Result>,
  onDone: (done: number, total: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) {
      results[n] = await map(items[n] as Item).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
      onDone(++done, items.length);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}
