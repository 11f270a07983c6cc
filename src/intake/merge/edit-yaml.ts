/**
 * Writes a changed value into the text that it was read from. The difference between the values becomes edits at node offsets in the text,
 * so unchanged lines keep their comments, order and style. Pure.
 *
 * Keys identify the records in a list, and values identify the elements of other lists. New records and elements are written in the style
 * of their neighbours.
 */
import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isNode, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { keyOf, layoutWithin, type RecordLayout } from '../../catalogue/files/layout.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import { parseYaml } from '../../catalogue/files/yaml-file.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { renderBlock, renderFlow } from './render-yaml.ts';
import { sortedJson } from './sorted-json.ts';
import { applyEdits, type Part, type TextEdit, YamlText } from './yaml-text.ts';

/** The text with `value` in place of `old`, which is the value of the text as it is. */
export function editYaml(text: string, old: unknown, value: unknown, layout: RecordLayout): string {
  const { contents } = parseYaml(text);
  const editor = new Editor(text);
  if (isNode(contents)) editor.edit(contents, old, value, layout, false);
  return applyEdits(text, editor.edits);
}

/** A part that the new value adds. `before` is the index of the existing part that follows it, or the number of parts. */
interface Addition {
  readonly before: number;
  readonly value: unknown;
  /** The member's name, if the part is a member. */
  readonly name?: string;
}

class Editor {
  readonly edits: TextEdit[] = [];
  readonly #text: YamlText;

  constructor(text: string) {
    this.#text = new YamlText(text);
  }

  /** Edits the text of a node, whose value was `old`. `isInFlow` is true if the node is between brackets. */
  edit(node: Node, old: unknown, value: unknown, layout: RecordLayout | undefined, isInFlow: boolean): void {
    if (isDeepStrictEqual(old, value)) return;
    const inFlow = isInFlow || (isCollection(node) && node.flow === true);
    if (isMap(node) && isMapping(old) && isMapping(value) && node.items.length > 0) {
      this.#editMapping(node, old, value, layout, inFlow);
    } else if (isSeq(node) && Array.isArray(old) && Array.isArray(value) && node.items.length > 0) {
      this.#editList(node, old, value, layout, inFlow);
    } else this.#replace(node, value, layout, isInFlow);
  }

  #editMapping(node: YAMLMap, old: Mapping, value: Mapping, layout: RecordLayout | undefined, inFlow: boolean): void {
    const parts = node.items.map((pair): Part => this.#text.partOf(pair));
    const kept = parts.map(({ id }) => value[id] !== undefined);
    for (const [n, { id, node: child }] of parts.entries()) {
      if (!kept[n]) continue;
      const inner = layout && layoutWithin(layout, id);
      if (isNode(child)) this.edit(child, old[id], value[id], inner, inFlow);
    }
    const names = Object.keys(value).filter((name) => value[name] !== undefined);
    const order = [...(layout?.members.keys() ?? [])];
    const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
    const added = names.filter((name) => !parts.some(({ id }) => id === name));
    const additions = added
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((name): Addition => {
        const later = order.slice(placeOf(name) + 1);
        const next = parts.findIndex(({ id }) => later.includes(id));
        return { before: next < 0 ? parts.length : next, value: value[name], name };
      });
    this.#changeParts(node, parts, kept, additions, value, layout, inFlow);
  }

  #editList(
    node: YAMLSeq,
    old: readonly unknown[],
    value: readonly unknown[],
    layout: RecordLayout | undefined,
    inFlow: boolean,
  ): void {
    const idOf = (one: unknown): string => (layout?.key ? keyOf(layout, Object(one)) : sortedJson(one));
    const parts = old.map((one, n): Part => ({ ...this.#text.partOfList(node, n), id: idOf(one) }));
    const positions = groupBy(parts.keys(), (n) => parts[n]?.id);
    const kept = parts.map(() => false);
    const additions: Addition[] = [];
    let next = 0;
    const matches: [at: number, value: unknown][] = [];
    for (const one of value) {
      const at = positions.get(idOf(one))?.shift();
      // An element that came before the previous element in the old text is rewritten at its new place, and its old text is removed.
      if (at === undefined || at < next) {
        additions.push({ before: next, value: one });
        continue;
      }
      kept[at] = true;
      matches.push([at, one]);
      next = at + 1;
    }
    for (const [at, one] of matches) {
      const child = node.items[at];
      if (isNode(child)) this.edit(child, old[at], one, layout?.items, inFlow);
    }
    this.#changeParts(node, parts, kept, additions, value, layout, inFlow);
  }

  /** Removes the parts that are not kept, and adds new parts. If no part is kept, the whole collection is rewritten. */
  #changeParts(
    node: YAMLMap | YAMLSeq,
    parts: readonly Part[],
    kept: readonly boolean[],
    additions: readonly Addition[],
    value: unknown,
    layout: RecordLayout | undefined,
    inFlow: boolean,
  ): void {
    if (kept.every(Boolean) && additions.length === 0) return;
    if (!kept.some(Boolean)) this.#replace(node, value, layout, inFlow);
    else if (inFlow) this.#changeFlow(parts, kept, additions, layout);
    else this.#changeLines(node, parts, kept, additions, layout);
  }

  #changeFlow(
    parts: readonly Part[],
    kept: readonly boolean[],
    additions: readonly Addition[],
    layout: RecordLayout | undefined,
  ): void {
    for (let first = 0; first < parts.length; first++) {
      if (kept[first]) continue;
      const next = kept.indexOf(true, first);
      const before = parts[first - 1]?.end;
      const last = next < 0 ? parts.length - 1 : next - 1;
      // Removes the comma before the parts or, for the first parts, the comma after them.
      const start = before ?? (parts[first] as Part).start;
      const end = before === undefined ? (parts[next] as Part).start : (parts[last] as Part).end;
      this.edits.push({ offset: start, length: end - start, text: '' });
      first = last;
    }
    for (const { before, value, name } of additions) {
      const inner = renderFlow(value, layout && layoutWithin(layout, name ?? 0));
      const text = name === undefined ? inner : renderFlow({ [name]: value }, layout).slice(1, -1);
      const previous = kept.lastIndexOf(true, before - 1);
      if (before > 0 && previous >= 0) this.#insert((parts[previous] as Part).end, `, ${text}`);
      else this.#insert((parts[kept.indexOf(true)] as Part).start, `${text}, `);
    }
  }

  #changeLines(
    node: YAMLMap | YAMLSeq,
    parts: readonly Part[],
    kept: readonly boolean[],
    additions: readonly Addition[],
    layout: RecordLayout | undefined,
  ): void {
    const indent = ' '.repeat(this.#text.columnOf((parts[0] as Part).start));
    for (const [n, { start, end }] of parts.entries()) {
      if (kept[n]) continue;
      // If the part begins after a hyphen, the next part that is kept moves there.
      const [from, to] = this.#text.isInLine(parts[n])
        ? [start, (parts[kept.indexOf(true, n)] as Part).start]
        : [this.#text.startOfLine(start), this.#text.endOfLine(end)];
      this.edits.push({ offset: from, length: to - from, text: '' });
    }
    for (const { before, value, name } of additions) {
      const lines =
        name === undefined ? this.#element(node as YAMLSeq, value, layout) : this.#member(name, value, layout);
      const previous = before > 0 ? kept.lastIndexOf(true, before - 1) : -1;
      const text = lines.join(`${this.#text.lineEnd}${indent}`);
      if (previous >= 0) this.#insertLine((parts[previous] as Part).end, `${indent}${text}`);
      else this.#insertFirst((parts[kept.indexOf(true)] as Part).start, this.#text.isInLine(parts[0]), text, indent);
    }
  }

  /**
   * Inserts text before the first part that is kept, above its comments. `isInLine` is true if this part begins after a hyphen, or moves
   * there.
   */
  #insertFirst(start: number, isInLine: boolean, text: string, indent: string): void {
    if (isInLine) {
      this.#insert(start, `${text}${this.#text.lineEnd}${indent}`);
      return;
    }
    let line = this.#text.startOfLine(start);
    while (line > 0 && /^[ ]*#/.test(this.#text.text.slice(this.#text.startOfLine(line - 1), line)))
      line = this.#text.startOfLine(line - 1);
    this.#insert(line, `${indent}${text}${this.#text.lineEnd}`);
  }

  #member(name: string, value: unknown, layout: RecordLayout | undefined): string[] {
    return renderBlock(value, layout && layoutWithin(layout, name), name);
  }

  /** The lines for a new element. It is on a single line if its neighbours are. */
  #element(node: YAMLSeq, value: unknown, layout: RecordLayout | undefined): string[] {
    const beside = node.items.find((one) => isCollection(one) && one.items.length > 0);
    const isOverLines = isCollection(beside) ? beside.flow !== true : layout?.items?.isOverLines;
    const first = node.items[0];
    const start = isNode(first) ? (first.range?.[0] ?? 0) : 0;
    const dash = this.#text.partOfList(node, 0).start;
    const gap = Math.max(1, start - dash - 1);
    const lines = renderBlock(value, layout?.items, undefined, isOverLines ?? false);
    const width = this.#text.text.slice(dash, start).includes('\n') ? 1 : gap;
    return lines.map((line, n) => (n === 0 ? `-${' '.repeat(width)}${line}` : `${' '.repeat(width + 1)}${line}`));
  }

  /** Rewrites a whole value. */
  #replace(node: Node, value: unknown, layout: RecordLayout | undefined, isInFlow: boolean): void {
    const start = node.range?.[0] ?? 0;
    const end = this.#text.endOf(node);
    const isLong = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    const line = this.#text.startOfLine(start);
    const isOwnLine = this.#text.text.slice(line, start).trim() === '';
    if (isInFlow || !isLong || !layout?.isOverLines) {
      // A block list may begin in the same column as its key; other values must not.
      const text = renderFlow(value, layout);
      this.edits.push({ offset: start, length: end - start, text: isOwnLine && !isInFlow ? `  ${text}` : text });
      return;
    }
    // A list or mapping below its key is indented by two more columns than the key's line.
    const indent = ' '.repeat(isOwnLine ? start - line : this.#text.columnOf(start) + 2);
    const lines = renderBlock(value, layout).join(`${this.#text.lineEnd}${indent}`);
    const from = isOwnLine ? start : this.#text.text.slice(0, start).trimEnd().length;
    const text = isOwnLine ? lines : `${this.#text.lineEnd}${indent}${lines}`;
    this.edits.push({ offset: from, length: end - from, text });
  }

  #insert(offset: number, text: string): void {
    this.edits.push({ offset, length: 0, text });
  }

  /** Inserts lines below the line on which a part ends. */
  #insertLine(end: number, text: string): void {
    const offset = this.#text.endOfLine(end);
    const isEnded = offset === 0 || this.#text.text[offset - 1] === '\n';
    this.#insert(offset, isEnded ? `${text}${this.#text.lineEnd}` : `${this.#text.lineEnd}${text}`);
  }
}
