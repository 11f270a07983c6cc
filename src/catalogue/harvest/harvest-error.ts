/** The service cannot be read, or is not an API v2. The message says what to do; nothing was merged. */
export class HarvestError extends Error {
  override readonly name = 'HarvestError';
}
