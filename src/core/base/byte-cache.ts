/** A cache with a size limit in bytes that evicts the least recently used values. */

/** Values by key, each with a size in bytes. */
export interface ByteCache<T> {
  /** The value; it becomes the most recently used. */
  get(key: string): T | undefined;
  /** Adds or replaces a value. `bytes` is its size. A value larger than the cache is not stored. */
  set(key: string, value: T, bytes: number): void;
}

/** Creates a cache of at most `maxBytes` bytes; if `maxBytes` is 0, nothing is stored. */
export function createByteCache<T>(maxBytes: number): ByteCache<T> {
  /** Least recently used first. */
  const entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  let total = 0;
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      total -= entries.get(key)?.bytes ?? 0;
      entries.delete(key);
      if (bytes > maxBytes) return;
      total += bytes;
      entries.set(key, { value, bytes });
      for (const [oldest, { bytes: size }] of entries) {
        if (total <= maxBytes) break;
        total -= size;
        entries.delete(oldest);
      }
    },
  };
}
