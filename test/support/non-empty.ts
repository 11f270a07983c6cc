/** Returns the list, for tests that check every element. Throws if the list is empty, because such a test would prove nothing. */
export function nonEmpty<T>(list: readonly T[]): readonly T[] {
  if (list.length === 0) throw new Error('there is nothing to test: the list is empty');
  return list;
}
