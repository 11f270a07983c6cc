/** Formats a word for a command line that people copy, with quotes if a shell needs them. Pure. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
