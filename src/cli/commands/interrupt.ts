/**
 * Handles Ctrl-C and other termination signals: stops the work, which cleans up, and exits with 128 + the signal's number, as shells
 * expect. A second signal ends the process immediately.
 */

import { setImmediate } from 'node:timers/promises';

const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type EndingSignal = keyof typeof STATUSES;
export const SIGNALS = Object.keys(STATUSES) as EndingSignal[];

/** The abort reason for the work. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly signal: EndingSignal;
  readonly status: number;

  /** @param done The work that was completed despite the signal. */
  constructor(signal: EndingSignal, done = '') {
    super(`ended by ${signal}${done && `: ${done}`}`);
    this.signal = signal;
    this.status = STATUSES[signal];
  }
}

/**
 * Runs work, and aborts it with InterruptedError when the process receives a termination signal.
 * @param describe Describes a result. If given, a signal that arrives too late to stop the work is an InterruptedError too.
 */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  describe?: (result: T) => string,
): Promise<T> {
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
    const result = await work(controller.signal);
    if (describe === undefined) return result;
    // Signals are delivered between turns of the event loop, so signals that arrived during a long synchronous step have not been delivered
    // yet.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
    const { reason } = controller.signal;
    if (reason instanceof InterruptedError) throw new InterruptedError(reason.signal, describe(result));
    return result;
  } finally {
    release();
  }
}

/** Reports the interruption and returns the exit status. */
export function reportInterrupt(error: InterruptedError): number {
  process.stderr.write(`${error.message}\n`);
  return error.status;
}
