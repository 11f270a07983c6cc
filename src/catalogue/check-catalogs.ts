/** Checks catalogs beyond their schema. Paths in the findings are relative to the list of catalogs. */

import { type Finding, placed } from '../report/problems.ts';
import { type KnownNames, reservedNameFinding, unknownNameFinding } from './check-names.ts';
import { checkSchema } from './files/schema.ts';
import type { Catalog } from './types.ts';

/** The catalogs that consist of other catalogs. */
export const cumulativeOf = (catalogs: readonly Catalog[]): string[] =>
  catalogs.filter(({ members }) => members !== undefined).map(({ name }) => name);

/** Checks that members are ordinary catalogs, and that short names are not reserved and name nothing else. */
export function checkCatalogs(catalogs: readonly Catalog[]): Finding[] {
  const names = catalogs.map(({ name }) => name);
  const cumulative = cumulativeOf(catalogs);
  // Names become parts of paths, so case is ignored.
  const taken = new Map(names.map((name) => [name.toLowerCase(), `the name of ${name}`]));
  return catalogs.flatMap(({ name, members = [], aliases = [] }, index) => [
    ...members.flatMap((member, position) =>
      placed([index, 'members', position], memberFinding(member, name, names, cumulative)),
    ),
    ...aliases.flatMap((alias, position) => {
      const owner = taken.get(alias.toLowerCase());
      taken.set(alias.toLowerCase(), `an alias of ${name}`);
      const message = `alias ${alias} is already ${owner}`;
      const duplicate: Finding = { code: 'D138', message, fix: 'use another alias, or remove it' };
      return placed([index, 'aliases', position], reservedNameFinding('catalog', alias) ?? (owner ? duplicate : null));
    }),
  ]);
}

function memberFinding(
  member: string,
  owner: string,
  names: readonly string[],
  cumulative: readonly string[],
): Finding | null {
  if (!cumulative.includes(member)) return unknownNameFinding('catalog', member, names);
  const message = `${member} is a cumulative catalog and cannot be a member of ${owner}`;
  return { code: 'D139', message, fix: `list the members of ${member} instead` };
}

/** A finding if a new catalog cannot have this name. The name is also the name of a file. */
export function catalogNameFinding(name: string): Finding | null {
  const [form] = checkSchema('catalogs', { name, description: name }, { definition: 'catalog', isNamed: false });
  return form ?? reservedNameFinding('catalog', name);
}

/** A finding if a catalog cannot have event versions. */
export function catalogOfVersionsFinding(catalog: string, known: KnownNames): Finding | null {
  const wrong = reservedNameFinding('catalog', catalog) ?? unknownNameFinding('catalog', catalog, known.catalogs);
  return wrong || !known.cumulative.includes(catalog) ? wrong : cumulativeFinding(catalog);
}

export function cumulativeFinding(catalog: string): Finding {
  const message = `${catalog} is a cumulative catalog and cannot have event versions of its own`;
  return { code: 'D139', message, fix: `name one of its members, or remove members from ${catalog} in catalogs.yaml` };
}
