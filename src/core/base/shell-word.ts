/** Formats a word for a command line that people copy; in quotes if a shell would not take it as it is. Pure. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
