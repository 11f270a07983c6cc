/** A cache with a size limit in bytes that evicts the least recently used values. Pure. */

/** Values by key, each with a size in bytes. */
export interface ByteCache<T> {
  /** The value; it becomes the most recently used. */
  get(key: string): T | undefined;
  /** Adds or replaces a value. `bytes` is its size. A value larger than the cache is not stored. */
  set(key: string, value: T, bytes: number): void;
}

/** Creates a cache of at most `maxBytes` bytes; if `maxBytes` is 0, nothing is kept. */
export function createByteCache<T>(maxBytes: number): ByteCache<T> {
  /** Least recently used first. */
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>();
  let total = 0;
  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      total -= kept.get(key)?.bytes ?? 0;
      kept.delete(key);
      if (bytes > maxBytes) return;
      total += bytes;
      kept.set(key, { value, bytes });
      for (const [oldest, { bytes: size }] of kept) {
        if (total <= maxBytes) break;
        total -= size;
        kept.delete(oldest);
      }
    },
  };
}
