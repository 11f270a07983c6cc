/** The errors of a harvest. */
import { ExpectedError } from '../../report/expected-error.ts';

/** A failed request. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  /** If true, a retry cannot help. */
  readonly isFinal: boolean;
  /** The pause that the service asks for. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { isFinal = false, retryAfterMs = null as number | null } = {}) {
    super(message);
    this.isFinal = isFinal;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Ends a message about a harvest that failed, because users want to know the state of their data. */
export const NOTHING_MERGED = 'Nothing was merged';

/** Messages are cut to this length, because they may contain text from the service. */
const LONGEST_MESSAGE = 2000;

/** The service cannot be read, or does not serve API v2. The message says what to do, and that nothing was merged. */
export class HarvestError extends ExpectedError {
  override readonly name = 'HarvestError';

  constructor(message: string) {
    const shown = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
    super(`${shown}. ${NOTHING_MERGED}.`);
  }
}
