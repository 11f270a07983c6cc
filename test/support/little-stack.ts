/** Little stack, so that a test of long lists needs no extremely long ones. */

const MANY = new Array<number>(20_000).fill(0);

/** Calls a function with so little stack left that a call with 20,000 arguments, such as `list.push(...items)`, fails. */
export function withLittleStack<T>(run: () => T): T {
  const deeper = (...room: number[]): T => {
    try {
      Math.max(...MANY);
    } catch {
      return run();
    }
    return deeper(...room);
  };
  return deeper(...MANY.slice(0, 1000));
}
