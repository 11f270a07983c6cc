/**
 * Handles Ctrl-C and other termination signals: stops the work, which cleans up, and exits with 128 + the signal's number, as shells
 * expect. A second signal ends the process immediately.
 */

const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type EndingSignal = keyof typeof STATUSES;
export const SIGNALS = Object.keys(STATUSES) as EndingSignal[];

/** The abort reason for the work. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly status: number;

  constructor(signal: EndingSignal) {
    super(`ended by ${signal}`);
    this.status = STATUSES[signal];
  }
}

/** Runs work, and aborts it with InterruptedError when the process receives a termination signal. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const release = () => {
    for (const name of SIGNALS) process.removeListener(name, interrupt);
  };
  function interrupt(name: EndingSignal): void {
    release();
    controller.abort(new InterruptedError(name));
  }
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    release();
  }
}

/** Reports the interruption and returns the exit status. */
export function reportInterrupt(error: InterruptedError): number {
  process.stderr.write(`${error.message}\n`);
  return error.status;
}
