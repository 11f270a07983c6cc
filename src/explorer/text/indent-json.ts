/** Indents JSON by its tokens. Numbers keep their form, which parsing loses: `440.0`, `1e-05`. */
export function indentJson(json: string): string {
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  // Strings are tokens too, because they may contain the others. So are empty lists and objects, which stay on their line.
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[\]{},:]|\s+/g, (token) => {
    if (token[0] === '"') return token;
    if (token === ':') return ': ';
    if (token === ',') return token + newLine();
    if (token === '[' || token === '{') {
      depth++;
      return token + newLine();
    }
    if (token === ']' || token === '}') {
      depth--;
      return newLine() + token;
    }
    return token.replace(/\s+/, '');
  });
}
