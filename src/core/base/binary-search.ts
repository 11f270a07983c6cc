/**
 * The first index below `length` for which the condition is true, or `length` if there is none. The condition must be false up to some
 * index, and true from there on. `findFirst(3, (n) => [1, 5, 9][n] > 4)` is 1.
 */
export function findFirst(length: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
