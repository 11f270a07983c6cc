/** An error that users can understand and act on: commands print its message without a stack, and exit with status 2. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}
