/**
 * Groups items by key. Groups are in the order of their first items, and the items in a group keep their order. Like `Map.groupBy`, which
 * Node 20 lacks. `groupBy(['O1', 'H1', 'O2'], (name) => name[0])` is a map of `'O'` to `['O1', 'O2']` and `'H'` to `['H1']`.
 */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
