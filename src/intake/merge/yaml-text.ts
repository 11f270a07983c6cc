/** Locates the parts of YAML text (offsets of nodes, of their lines, and of list elements), and applies edits at such offsets. Pure. */
import { isMap, isNode, isScalar, isSeq, type Pair, Scalar, type YAMLSeq } from 'yaml';

/** A part of a collection in the text: a pair in a mapping, or an element in a list. */
export interface Part {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly node: unknown;
}

/** A text with its line ends. Offsets are counted in characters from its start. */
export class YamlText {
  readonly text: string;
  readonly lineEnd: string;

  constructor(text: string) {
    this.text = text;
    this.lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** The part for an element in a list. In a block list, it begins with the hyphen. */
  partOfList(node: YAMLSeq, n: number): Omit<Part, 'id'> {
    const child = node.items[n];
    const end = this.endOf(child);
    const start = isNode(child) ? (child.range?.[0] ?? 0) : 0;
    if (node.flow === true) return { start, end, node: child };
    const from = n === 0 ? (node.range?.[0] ?? 0) : this.endOfLine(this.endOf(node.items[n - 1]));
    if (n === 0) return { start: from, end, node: child };
    // Skips the comments and empty lines above the element.
    const above = /^(?:[ ]*(?:#.*)?\r?\n)*[ ]*/.exec(this.text.slice(from, start))?.[0].length ?? 0;
    return { start: from + above, end, node: child };
  }

  /** Whether something precedes a part on its line, such as the hyphen before the first part of a collection in a list. */
  isInLine(part: Part | undefined): boolean {
    const start = part?.start ?? 0;
    return this.text.slice(this.startOfLine(start), start).trim() !== '';
  }

  startOfLine(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** The offset after the line on which a part ends. */
  endOfLine(end: number): number {
    if (end > 0 && this.text[end - 1] === '\n') return end;
    const found = this.text.indexOf('\n', end);
    return found < 0 ? this.text.length : found + 1;
  }

  /**
   * The column, from 0, of the first character on the offset's line that is neither a space nor a hyphen, but at most the offset's own
   * column.
   */
  columnOf(offset: number): number {
    return /^[ -]*/.exec(this.text.slice(this.startOfLine(offset), offset))?.[0].length ?? 0;
  }

  /** The part for a pair in a mapping. */
  partOf({ key, value }: Pair): Part {
    const start = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    const end = isNode(value) ? Math.max(this.endOf(value), this.endOf(key)) : this.endOf(key);
    return { id: isScalar(key) ? String(key.value) : '', start, end, node: value };
  }

  /** The offset after the last character of a node. A block collection ends with its last part. */
  endOf(node: unknown): number {
    if (!isNode(node)) return 0;
    if (isMap(node) && !node.flow && node.items.length > 0) return this.partOf(node.items.at(-1) as Pair).end;
    if (isSeq(node) && !node.flow && node.items.length > 0) return this.endOf(node.items.at(-1));
    const [start = 0, end = 0] = node.range ?? [];
    const isBlock = isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
    return isBlock ? this.#endOfBlock(start, end) : end;
  }

  /**
   * The end of a block scalar (`|`, `>-`) without its line end, which `yaml` counts as a part of it. Empty lines below are not part of it
   * either, unless it keeps them (`|+`).
   */
  #endOfBlock(start: number, end: number): number {
    const text = this.text.slice(start, end);
    const lineEnds = /^.\d?\+/.test(text) ? /\r?\n$/ : /(?:\r?\n)+$/;
    return end - (lineEnds.exec(text)?.[0].length ?? 0);
  }
}

/** Replaces `length` characters at an offset. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Edits at the same offset are applied in order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.offset - b.offset)) {
    parts.push(text.slice(end, Math.max(end, edit.offset)), edit.text);
    end = Math.max(end, edit.offset + edit.length);
  }
  return [...parts, text.slice(end)].join('');
}
