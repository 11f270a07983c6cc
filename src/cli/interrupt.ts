/**
 * Handles Ctrl-C and other termination signals: stops the work, which cleans up, and exits with 128 + the signal's number, as shells
 * expect. A second signal ends the process immediately.
 */

import { setImmediate } from 'node:timers/promises';

const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type EndingSignal = keyof typeof STATUSES;
const SIGNALS = Object.keys(STATUSES) as EndingSignal[];

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
 * Aborts the controller's signal with InterruptedError when the process receives one of these signals. `release` stops that: the next signal
 * then ends the process.
 */
export function abortOnSignal(names: readonly EndingSignal[] = SIGNALS) {
  const controller = new AbortController();
  const interrupt = (name: EndingSignal): void => controller.abort(new InterruptedError(name));
  for (const name of names) process.on(name, interrupt);
  const release = (): void => {
    for (const name of names) process.removeListener(name, interrupt);
  };
  return { controller, release };
}

/**
 * Runs work, and aborts it with InterruptedError when the process receives a termination signal.
 * @param describe Describes a result. If given, a signal that arrives too late to stop the work is an InterruptedError too.
 */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  describe?: (result: T) => string,
): Promise<T> {
  const { controller, release } = abortOnSignal();
  const { signal } = controller;
  signal.addEventListener('abort', release);
  try {
    const result = await work(signal);
    if (describe === undefined) return result;
    // Signals are delivered between turns of the event loop, so signals that arrived during a long synchronous step have not been delivered
    // yet.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
    const { reason } = signal;
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
