/** One of the site's files is missing, truncated, modified, unreadable, too slow to read, or in another format. */
export class SiteDamagedError extends Error {
  override readonly name = 'SiteDamagedError';
}
