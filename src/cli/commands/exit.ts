/** Exit statuses of every command. */
export const EXIT = {
  clean: 0,
  /** The data have problems. */
  problems: 1,
  /** Wrong usage, or a bug. */
  usage: 2,
} as const;
