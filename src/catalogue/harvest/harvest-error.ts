/** What stops a harvest: the service cannot be read, or does not answer as an API v2 does. The message says what to do; nothing was merged. */
export class HarvestError extends Error {
  override readonly name = 'HarvestError';
}
