/** For tests that assert something of every element: the list itself. Throws if it has none, since such a test would prove nothing. */
export function nonEmpty<T>(list: readonly T[]): readonly T[] {
  if (list.length === 0) throw new Error('there is nothing to test: the list is empty');
  return list;
}
