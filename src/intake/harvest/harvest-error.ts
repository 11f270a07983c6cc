/** Services can send texts of any length. */
const LONGEST_MESSAGE = 2000;

/** The service cannot be read, or is not an API v2. The message says what to do; nothing was merged. */
export class HarvestError extends Error {
  override readonly name = 'HarvestError';

  constructor(message: string) {
    super(message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message);
  }
}
