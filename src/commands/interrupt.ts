/**
 * Ctrl-C and other requests to end: the work is told to stop, leaves no rubbish, and the command ends with 128 + the
 * signal's number, as shells expect. A second signal ends the process at once.
 */

const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type EndingSignal = keyof typeof STATUSES;
const SIGNALS = Object.keys(STATUSES) as EndingSignal[];

/** The reason that the signal handed to the work is aborted with. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly status: number;

  constructor(signal: EndingSignal) {
    super(`ended by ${signal}`);
    this.status = STATUSES[signal];
  }
}

/** Runs work that ends early, by rejecting with InterruptedError, when the process is asked to end. */
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

/** Says so, and returns the exit status. */
export function reportInterrupt(error: InterruptedError): number {
  process.stderr.write(`${error.message}\n`);
  return error.status;
}
