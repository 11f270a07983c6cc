/** Reads `event-versions/<catalog>.yaml`. The versions are in catalog order and, within a catalog, in file order. */
import { eventVersionId } from '../core/contract/ids.ts';
import { type DataPath, shortPlace } from '../report/problems.ts';
import { catalogOfVersionsFinding } from './check-catalogs.ts';
import { checkEventVersion, VersionRegister } from './check-event-versions.ts';
import { EventIds } from './check-events.ts';
import type { KnownNames } from './check-names.ts';
import type { DataFile } from './files/data-file.ts';
import { addFindings, type ReadContext, readFolder } from './read-folder.ts';
import type { CatalogVersion, EventVersion, EventVersionsFile } from './types.ts';
import { oddVersions, outOfOrder, warningsOf } from './warn-event-versions.ts';

/** An event version with its place in a file. */
interface PlacedVersion {
  readonly file: DataFile<EventVersionsFile>;
  readonly at: DataPath;
  readonly raw: EventVersion;
}

/** Reads all event versions, and adds problems and implausible values to the context. */
export function readEventVersions(
  context: ReadContext,
  known: KnownNames,
): { readonly eventVersions: readonly CatalogVersion[]; readonly ids: EventIds } {
  const register = new VersionRegister();
  const inFiles: PlacedVersion[] = [];
  const byCatalog = new Map<string, CatalogVersion[]>();
  const checkName = (catalog: string) => catalogOfVersionsFinding(catalog, known);
  for (const file of readFolder(context, 'event-versions', checkName)) {
    const { catalog, event_versions: versions } = file.value;
    for (const [index, raw] of versions.entries()) {
      const at: DataPath = ['event_versions', index];
      const shortName = eventVersionId(raw.name, raw.version);
      // A duplicate would be out of order only because it is a duplicate.
      const order = register.has(shortName) ? [] : outOfOrder(versions[index - 1], raw, shortName);
      addFindings(context, file, at, [...warningsOf(raw, shortName), ...order]);
      addFindings(context, file, at, checkEventVersion(raw, known));
      const name: DataPath = [...at, 'name'];
      for (const found of register.add(raw.name, shortName, () => shortPlace(file.place(name)))) {
        addFindings(context, file, name, found);
      }
      inFiles.push({ file, at, raw });
    }
    byCatalog.set(
      catalog,
      versions.map((version) => ({ ...version, catalog })),
    );
  }
  for (const [index, found] of oddVersions(inFiles.map(({ raw }) => raw)).entries()) {
    const one = inFiles[index];
    if (one) addFindings(context, one.file, one.at, found);
  }
  const { catalogs: order } = known;
  const catalogs = [...byCatalog.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const eventVersions = catalogs.flatMap((catalog) => byCatalog.get(catalog) ?? []);
  const ids = new EventIds(eventVersions);
  checkIds(context, ids, inFiles);
  return { eventVersions, ids };
}

/** Checks that the names and short names of all versions, which form one set of ids, do not collide. Each name is reported only once. */
function checkIds(context: ReadContext, ids: EventIds, inFiles: readonly PlacedVersion[]): void {
  const firstOfName = new Map(inFiles.toReversed().map((one) => [one.raw.name, one]));
  for (const { file, at, raw } of inFiles) {
    if (firstOfName.get(raw.name)?.raw === raw) addFindings(context, file, [...at, 'name'], ids.nameFinding(raw.name));
    if (raw.short_name === undefined) continue;
    const taken = ids.add('short name', raw.short_name, eventVersionId(raw.name, raw.version));
    addFindings(context, file, [...at, 'short_name'], taken);
  }
}
