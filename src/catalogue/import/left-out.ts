/**
 * Reports the rows that an import leaves out. In: rows with their findings. Out: problems, where what many rows have in common is one
 * problem with its count and lines. Pure.
 */
import { showCount } from '../files/count.ts';
import type { Finding, Problem } from '../files/problems.ts';
import type { LeftOut, Place } from './plan.ts';

/** Findings without the label, which the report names once. */
function withoutLabel(finding: Finding, label: string | null): Finding {
  if (label === null) return finding;
  const message = finding.message.replaceAll(` in ${label}`, '').replaceAll(` of ${label}`, '');
  return { ...finding, message };
}

const keyOf = ({ code, message, fix }: Finding): string => JSON.stringify([code, message, fix]);

/** Rows with one finding in common, which no other such finding's rows are reported with. */
interface Group {
  readonly finding: Finding;
  readonly places: Place[];
}

/** Problems of all rows, in the order of the lines. */
export function reportLeftOut(rows: readonly LeftOut[]): Problem[] {
  const groups = new Map<string, Group>();
  const shown = rows.map(({ place, label, findings }) => {
    const unique = new Map(findings.map((one) => withoutLabel(one, label)).map((one) => [keyOf(one), one]));
    for (const [key, finding] of unique) {
      const group = groups.get(key) ?? { finding, places: [] };
      groups.set(key, group);
      group.places.push(place);
    }
    return { place, label, unique };
  });
  const isShared = (key: string): boolean => (groups.get(key)?.places.length ?? 0) > 1;
  const shared = [...groups].filter(([key]) => isShared(key)).map(([, group]) => groupProblem(group));
  const single = shown.flatMap(({ place, label, unique }) =>
    rowProblems(
      place,
      label,
      [...unique].filter(([key]) => !isShared(key)).map(([, finding]) => finding),
    ),
  );
  return [...shared, ...single];
}

function groupProblem({ finding, places }: Group): Problem {
  const [first] = places as [Place, ...Place[]];
  const lines = places.map(({ line }) => line).sort((a, b) => a - b);
  const message = `${showCount(places.length)} rows left out (lines ${showLines(lines)}): ${finding.message}`;
  return { ...first, code: 'D172', message, fix: finding.fix };
}

/** What one row has wrong: values that differ one by one, everything else together. */
function rowProblems(place: Place, label: string | null, findings: readonly Finding[]): Problem[] {
  const differing = findings.filter(({ code }) => code === 'D173').map((finding) => ({ ...place, ...finding }));
  const others = findings.filter(({ code }) => code !== 'D173');
  if (others.length === 0) return differing;
  const join = (texts: string[]): string => [...new Set(texts)].join('; ');
  const message = `row left out${label === null ? '' : ` (${label})`}: ${join(others.map((one) => one.message))}`;
  return [{ ...place, code: 'D172', message, fix: join(others.map((one) => one.fix)) }, ...differing];
}

/** At most so many parts of a list of lines are shown. */
const MAX_PARTS = 10;

/** `2 to 5, 7, 8` for ascending lines. */
export function showLines(lines: readonly number[]): string {
  const parts: [first: number, last: number][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else parts.push([line, line]);
  }
  const shown = parts.flatMap(([first, last]) => {
    if (first === last) return [`${first}`];
    return last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
  });
  const rest = shown.length - MAX_PARTS;
  return `${shown.slice(0, MAX_PARTS).join(', ')}${rest > 0 ? ', …' : ''}`;
}
