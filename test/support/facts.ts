/** Facts from a data folder, read without the program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

/** Every fact in the data folder by its path, with a star for catalogs of event versions and of their files. */
export function factsOf(data: string): Map<string, string> {
  const facts = new Map<string, string>();
  for (const entry of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const text = /\.(yaml|ndjson)$/.test(entry) ? readFileSync(join(data, entry), 'utf8') : '';
    const name = entry.replace(/^(event-\S+)\/.*$/, '$1/*').replace(/(?<=\/.*)\.(yaml|ndjson)$/, '');
    if (entry.endsWith('.yaml')) flatten(load(text), name, facts);
    else if (text !== '')
      flatten(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
        name,
        facts,
      );
  }
  for (const fact of facts.keys()) if (fact.endsWith('/*/catalog')) facts.delete(fact);
  return facts;
}

const IDS = ['name', 'version', 'code', 'detector', 'gps_start'] as const;

function flatten(value: unknown, path: string, facts: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const one of value) {
      if (path.endsWith('/blocks')) {
        const [first, count] = one as [number, number];
        for (let file = 0; file < count; file++) facts.set(`${path}/${first + file * 4096}`, '');
      } else if (path.endsWith('/segments')) facts.set(`${path}/${one[0]}`, String(one[1]));
      else if (path.endsWith('/aliases') || path.endsWith('/members')) facts.set(`${path}/${one}`, '');
      else if (typeof one !== 'object' || path.endsWith('/links') || path.endsWith('/bitsums')) {
        facts.set(path, JSON.stringify(value));
      } else {
        const known = one.bit === undefined ? IDS.filter((id) => one[id] !== undefined) : ['bit'];
        flatten(
          one,
          `${path}/${known
            .map((id) => (id === 'gps_start' && one.name !== undefined ? '' : one[id]))
            .filter((part) => part !== '')
            .join(' ')}`,
          facts,
        );
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) flatten(one, `${path}/${key}`, facts);
  } else if (value !== false && value !== null) facts.set(path, JSON.stringify(value));
}

/** Comments in all files, except those on blocks of files, which may be joined. */
export const commentsOf = (data: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => [...readFileSync(join(data, name), 'utf8').matchAll(/# \S.*$/gm)].map(([comment]) => comment));
