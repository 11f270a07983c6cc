/** Shows panels, records as a table that scrolls sideways while its first column stays in place, and the facts about one record as a list. */

import type { ComponentChildren } from 'preact';
import type { RunEntry } from '../../core/contract/wire.ts';
import { countText, utcText } from '../text/format.ts';
import { NotListed } from './not-listed.tsx';

interface PanelProps {
  /** Id of the heading. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A box with a heading. */
export const Panel = ({ id, title, children }: PanelProps) => (
  <section class="panel" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

interface ScrollProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A box for a table, which scrolls sideways if the table is wider than the page. */
export const Scroll = ({ label, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer, the box is scrolled with keys, which need the focus.
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);

export interface RecordColumn<T> {
  readonly title: string;
  /** Shows the title to screen readers only. */
  readonly isTitleHidden?: boolean;
  /** More about the column, shown below its title. */
  readonly about?: ComponentChildren;
  readonly cell: (record: T) => ComponentChildren;
  /** `number` is right-aligned, `prose` wraps, `spare` is left out on narrow screens. */
  readonly kind?: 'number' | 'prose' | 'spare' | 'number spare';
}

interface RecordTableProps<T> {
  readonly label: string;
  /** Class of the table, in addition to `records`. */
  readonly kind?: string;
  /** The first column names the record. */
  readonly columns: readonly RecordColumn<T>[];
  readonly records: readonly T[];
  readonly keyOf: (record: T) => string;
  /** Shows the label above the table. */
  readonly isCaptioned?: boolean;
}

export function RecordTable<T>({
  label,
  kind = '',
  columns,
  records,
  keyOf,
  isCaptioned = false,
}: RecordTableProps<T>) {
  const [first, ...others] = columns as readonly [RecordColumn<T>, ...RecordColumn<T>[]];
  return (
    <Scroll label={label}>
      <table class={`records ${kind}`}>
        {isCaptioned && <caption>{label}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, about, kind }) => (
              <th key={title} scope="col" class={kind}>
                {isTitleHidden ? <span class="visually-hidden">{title}</span> : title}
                {about}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={keyOf(record)}>
              <th scope="row" class={first.kind}>
                {first.cell(record)}
              </th>
              {others.map(({ title, kind, cell }) => (
                <td key={title} class={kind}>
                  {cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Facts by title; facts that are null or false are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== false);
  return (
    <dl class="facts">
      {known.map(([title, fact]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CountLinkProps {
  /** Null if the catalogue does not list the entries. */
  readonly total: number | null;
  readonly noun: string;
  readonly href: string;
}

/** A count that links to the counted entries; plain text if the count is zero. */
export function CountLink({ total, noun, href }: CountLinkProps) {
  if (total === null) return <NotListed />;
  return total === 0 ? <span class="none">{countText(0, noun)}</span> : <a href={href}>{countText(total, noun)}</a>;
}

type Spanning = Pick<RunEntry, 'gps_start' | 'gps_end'>;

/** The UTC date of a GPS second. */
const dayOf = (gps: number): string => utcText(gps).slice(0, 10);

/** The time span of a run or dataset, as columns and as facts. */
export const SPAN_COLUMNS: readonly RecordColumn<Spanning>[] = [
  { title: 'From', cell: ({ gps_start }) => dayOf(gps_start) },
  { title: 'To', cell: ({ gps_end }) => dayOf(gps_end) },
];
export const spanFacts = ({ gps_start, gps_end }: Spanning) => ({
  UTC: `${dayOf(gps_start)} to ${dayOf(gps_end)}`,
  GPS: `${gps_start} to ${gps_end}`,
});

/** A record's detectors, in words. */
export const detectorsText = (detectors: readonly string[]): string =>
  detectors.length === 0 ? 'not known' : detectors.join(', ');

/** A link to the DOI, or null. */
export const doiLink = (doi: string | null | undefined): ComponentChildren =>
  doi ? <a href={doi}>{doi.replace('https://doi.org/', '')}</a> : null;
