/**
 * Writes the changes between two releases as Markdown: release notes for users of the catalogue, with a table for each catalog.
 */

import { groupBy } from '../../core/base/group-by.ts';
import { printable } from '../../report/printable.ts';
import type { ChangedRecord, NewRecord } from './diff-records.ts';
import type { CollectionDiff, ReleaseDiff } from './diff-releases.ts';
import { type Section, showFacts, showParameter, showValue, toSections } from './sections.ts';

/** An underscore within a word is not special, and event names are easier to read without a backslash. */
const SPECIAL = /[\\`*[\]<>|#~$&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** At the start of a line, these begin a list or a horizontal rule. */
const SIGN = /^[+-]/;
/**
 * Forges turn these into links or notifications anywhere in text, even after a backslash: users, issues, merge requests, milestones,
 * labels, snippets, epics, `GH-12`, hashes of commits, and URLs.
 */
const LINKED = /[@#!%~$&](?=["\w])|\bGH-(?=\d)|\b[\da-f]{20}(?=[\da-f]{20}(?:[\da-f]{24})?\b)|:(?=\/\/)|www(?=\.)/gi;
/** Takes up no space, but separates the text on either side. */
const WORD_JOINER = '\u2060';

/** Escapes text so that rendered Markdown shows it unchanged, without markup, links, formulas, entities, or mentions of users or issues. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(LINKED, `$&${WORD_JOINER}`).replace(SPECIAL, '\\$&').replace(SIGN, '\\$&');
}

/** A record's row in a table: the kind of change, the record's facts or their changes, and cells by parameter. */
interface Row {
  readonly id: string;
  readonly change: 'new' | 'changed';
  readonly facts: string;
  readonly cells: ReadonlyMap<string, string>;
}

const arrow = (old: unknown, next: unknown): string => `${showValue(old)} → ${showValue(next)}`;

function newRow(record: NewRecord): Row {
  // Each catalog has its own table.
  const facts = showFacts(record, ['catalog']);
  const cells = new Map(record.parameters.map((one) => [one.name, showParameter(one)]));
  return { id: record.id, change: 'new', facts: facts.join('; '), cells };
}

function changedRow({ id, changes }: ChangedRecord, parameters: ReadonlySet<string>): Row {
  const facts: string[] = [];
  const cells = new Map<string, string>();
  for (const { member, old, new: next } of changes) {
    const [name = '', part] = member.split('.');
    if (!parameters.has(name)) facts.push(`${member}: ${arrow(old, next)}`);
    else {
      const text = `${part === undefined || part === 'best' ? '' : `${part} `}${arrow(old, next)}`;
      cells.set(name, cells.has(name) ? `${cells.get(name)}; ${text}` : text);
    }
  }
  return { id, change: 'changed', facts: facts.join('; '), cells };
}

/** A table with a column for each parameter that any row has, in the catalogue's order. */
function tableText(rows: readonly Row[], parameters: ReadonlySet<string>): string {
  const used = [...parameters].filter((name) => rows.some(({ cells }) => cells.has(name)));
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |\n`;
  const head = line(['name', 'change', 'facts', ...used]);
  const body = rows.map(({ id, change, facts, cells }) => {
    return line([id, change, facts, ...used.map((name) => cells.get(name) ?? '')]);
  });
  return `${head}|${'---|'.repeat(3 + used.length)}\n${body.join('')}`;
}

/** Tables of the records that belong to catalogs, one table for each catalog. */
function catalogTables({ added, removed, changed }: CollectionDiff, parameters: ReadonlySet<string>): string {
  const all = [
    ...added.map((record) => ({ catalog: showValue(record.facts.catalog), row: newRow(record) })),
    ...changed.map((record) => ({ catalog: showValue(record.catalog), row: changedRow(record, parameters) })),
  ];
  const tables = Array.from(
    groupBy(all, ({ catalog }) => catalog),
    ([catalog, records]) => {
      const rows = records.map(({ row }) => row);
      return `### ${escapeMarkdown(catalog)}\n\n${tableText(rows, parameters)}`;
    },
  );
  const gone = removed.length === 0 ? [] : [`Removed: ${removed.map(escapeMarkdown).join(', ')}.\n`];
  return [...tables, ...gone].join('\n');
}

const listText = (lines: readonly string[]): string => lines.map((line) => `- ${escapeMarkdown(line)}\n`).join('');

/** True if the records of a collection belong to catalogs. */
const isOfCatalogs = ({ added, changed }: CollectionDiff): boolean =>
  added.some(({ facts }) => 'catalog' in facts) || changed.some((record) => 'catalog' in record);

/**
 * Writes the release notes. `date`: the date to show, as YYYY-MM-DD. If it is missing, the notes have no date, because releases do not
 * depend on a clock.
 */
export function toMarkdown(diff: ReleaseDiff, date?: string): string {
  const { old, new: next, catalogue, whyNoCatalogue } = diff;
  const unknown = { heading: `The catalogues cannot be compared: ${whyNoCatalogue}`, lines: [] };
  const sections: readonly Section[] = catalogue === null ? [unknown] : toSections(catalogue);
  const parameters = new Set(catalogue?.parameters);
  const text = sections.map(({ heading, lines, collection }) => {
    const isInTables = collection !== undefined && isOfCatalogs(collection);
    return `## ${escapeMarkdown(heading)}\n\n${isInTables ? catalogTables(collection, parameters) : listText(lines)}`;
  });
  const made = date === undefined ? '' : `, ${date}`;
  return `# Release notes\n\nRelease \`${next}\`${made}. The previous release is \`${old}\`.\n\n${text.join('\n')}`;
}
