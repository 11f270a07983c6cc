/**
 * Reports the rows that an import leaves out. In: rows with their findings. Out: problems; one that many rows share is reported once,
 * with its count and lines. Pure.
 */
import { showCount } from '../../report/count.ts';
import type { Finding, Problem } from '../../report/problems.ts';
import type { LeftOut, Place } from './plan.ts';

/** A message without the label, which the report already names. */
export function withoutLabel(message: string, label: string | null): string {
  return label === null ? message : message.replaceAll(` in ${label}`, '').replaceAll(` of ${label}`, '');
}

/** Groups things by equal findings, in the order of their first occurrence. */
export function groupsOf<T>(things: readonly T[], findingOf: (thing: T) => Finding): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const thing of things) {
    const { code, message, fix } = findingOf(thing);
    const key = JSON.stringify([code, message, fix]);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups.values()];
}

/** Problems of all rows, in the order of the lines. */
export function reportLeftOut(rows: readonly LeftOut[]): Problem[] {
  const shown = rows.map(({ place, label, findings }) => {
    const bare = findings.map((one) => ({ ...one, message: withoutLabel(one.message, label) }));
    const unique = groupsOf(bare, (one) => one).map(([finding]) => ({ place, finding }));
    return { place, label, unique };
  });
  const groups = groupsOf(
    shown.flatMap(({ unique }) => unique),
    ({ finding }) => finding,
  );
  const shared = groups.filter(({ length }) => length > 1);
  const isShared = new Set(shared.flat());
  const single = shown.flatMap(({ place, label, unique }) => {
    const own = unique.filter((one) => !isShared.has(one));
    return rowProblems(
      place,
      label,
      own.map(({ finding }) => finding),
    );
  });
  return [...shared.map(groupProblem), ...single];
}

/** A row that is left out, with one of the reasons. */
interface ShownFinding {
  readonly place: Place;
  readonly finding: Finding;
}

function groupProblem(rows: readonly [ShownFinding, ...ShownFinding[]]): Problem {
  const [{ place, finding }] = rows;
  const lines = rows.map((row) => row.place.line).sort((a, b) => a - b);
  const message = `${showCount(rows.length)} rows left out (lines ${showLines(lines)}): ${finding.message}`;
  return { ...place, code: 'D172', message, fix: finding.fix };
}

/** Problems of one row: one for each different value, and one for everything else. */
function rowProblems(place: Place, label: string | null, findings: readonly Finding[]): Problem[] {
  const differing = findings.filter(({ code }) => code === 'D173').map((finding) => ({ ...place, ...finding }));
  const others = findings.filter(({ code }) => code !== 'D173');
  if (others.length === 0) return differing;
  const join = (texts: string[]): string => [...new Set(texts)].join('; ');
  const message = `row left out${label === null ? '' : ` (${label})`}: ${join(others.map((one) => one.message))}`;
  return [{ ...place, code: 'D172', message, fix: join(others.map((one) => one.fix)) }, ...differing];
}

/** Maximum parts of a list of lines in a message. */
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
