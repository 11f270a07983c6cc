/**
 * Lets the responses to requests that arrived together be sent together. Sending wakes a client or proxy that waits on the same machine,
 * which can cost more than composing a response. While it is awake, further responses reach it without that cost.
 */

/**
 * Creates a function whose promise resolves at the end of the current round of the event loop: after all input that has arrived is handled,
 * before waiting for more. A single request therefore does not wait longer. Callers continue in the order of their calls.
 */
export function createBatchEnd(): () => Promise<void> {
  let end: Promise<void> | null = null;
  return () => {
    end ??= new Promise((resolve) =>
      setImmediate(() => {
        end = null;
        resolve();
      }),
    );
    return end;
  };
}
