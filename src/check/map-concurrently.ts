const SENT_AT_ONCE = 8;

/** Runs the work for each item, several at once. The results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const next = async (): Promise<void> => {
    for (const [n, item] of waiting) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, next));
  return results;
}
