/** Holds a data folder's values during a merge. A file's value is copied when it is first needed; the files themselves do not change. */
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { INPUT_FILES, type InputKind, inputPath, stemOf, withPaths } from '../../catalogue/files/input-files.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { DataFolder } from '../../catalogue/load.ts';
import type { Block, FileStatistics } from '../../catalogue/types.ts';
import type { DataPath, Finding } from '../../report/problems.ts';
import { emptyLists, inOrder, isComplete, type Layout, layoutOf, layoutWithin } from './layout.ts';
import { type MergedFile, newFile } from './merged-file.ts';
import { type FoundOrigins, Origins } from './origins.ts';
import { RecordList, replaceMembers } from './record-list.ts';
import type { SourceRecord, UnitedRecord } from './records.ts';

export class MergedFolder {
  readonly #before: DataFolder;
  /** Copies of files, changed or not. */
  readonly #open = new Map<string, MergedFile>();
  readonly #changed = new Set<MergedFile>();
  readonly #removed = new Set<MergedFile>();
  readonly #lists = new WeakMap<object[], RecordList>();
  readonly #origins = new Origins();
  /** Files and records that were created because other records are in them. */
  readonly #containers = new Map<Mapping, Pick<MergedFile, 'kind' | 'stem'> & { readonly layout: Layout }>();

  constructor(before: DataFolder) {
    this.#before = before;
  }

  /** Changed and new files. */
  get changed(): readonly MergedFile[] {
    return [...this.#changed];
  }

  get removed(): readonly MergedFile[] {
    return [...this.#removed];
  }

  get isChanged(): boolean {
    return this.#changed.size + this.#removed.size > 0;
  }

  /** Records and files that other records, the origins, need, but that are neither in the data nor in the source. */
  get missing() {
    return [...this.#containers]
      .filter(([value, { layout }]) => !isComplete(value, layout))
      .map(([value, { kind, stem }]) => ({ kind, stem, value, origins: this.#origins.within(value) }));
  }

  /** The folder with its current values. */
  toDataFolder(): DataFolder {
    const { path, readStatisticsFile } = this.#before;
    const changed = this.changed.map((file) => [file.path, this.#dataFile(file)] as const);
    const files = new Map([...this.#before.files, ...changed]);
    let { inputs } = this.#before;
    for (const { kind, path: added, before } of this.#changed)
      if (!before) inputs = withPaths(inputs, kind, [...inputs.paths[kind], added]);
    for (const { kind, path: gone } of this.#removed) {
      files.delete(gone);
      inputs = withPaths(
        inputs,
        kind,
        inputs.paths[kind].filter((one) => one !== gone),
      );
    }
    return {
      path,
      inputs,
      files,
      problems: [],
      readStatisticsFile: (name) => {
        const file = files.get(name) as DataFile<readonly FileStatistics[]> | undefined;
        return file ? { value: file, problems: [] } : readStatisticsFile(name);
      },
    };
  }

  pathOf(kind: InputKind, stem: string): string {
    // A name that cannot be part of a path is refused when the file is checked; until then, it must not lead to another file.
    const safe = stem.replace(/[^\w.-]/g, (character) => `%${character.charCodeAt(0)}`);
    return inputPath(this.#before.path, kind, safe);
  }

  /** The existing record that has the same key. */
  find(record: SourceRecord): Mapping | undefined {
    const file = this.#openFile(record.kind, record.stem);
    return file && this.#listOf(file, record).find(record.value);
  }

  /** Puts a merged record into its file, in place of the old one, or as a new one. Records that it contains must be put after it. */
  put(united: UnitedRecord, merged: Mapping, layout: Layout): void {
    const { kind, stem, origins } = united;
    const file = this.change(kind, stem);
    const records = this.#listOf(file, united, true);
    const record = inOrder({ ...emptyLists(layout), ...merged }, layout.members.keys());
    this.#origins.add(records.put(record), origins);
  }

  /** The current value of a file; undefined if it does not exist. */
  valueOf(kind: InputKind, stem: string): MergedFile['value'] | undefined {
    return this.#openFile(kind, stem)?.value;
  }

  /** The names of the files of a kind; empty for a file at the top of the data folder. */
  stemsOf(kind: InputKind): readonly string[] {
    return this.#before.inputs.paths[kind].map((path) => (INPUT_FILES[kind].namedBy === null ? '' : stemOf(path)));
  }

  remove(kind: InputKind, stem: string): void {
    const file = this.change(kind, stem);
    this.#changed.delete(file);
    this.#removed.add(file);
  }

  /** Where the value that a finding is about comes from; empty if it was in the data before. */
  originsOf({ file, at = [], other, block }: Finding): FoundOrigins {
    const found = this.#originsAt(file, at, block);
    return found.origins.length > 0 || !other ? found : this.#originsAt(other.file ?? file, other.at, block);
  }

  #originsAt(path = '', at: DataPath, block: Block | undefined): FoundOrigins {
    const file = this.#open.get(path);
    return file && this.#changed.has(file) ? this.#origins.of(file, at, block) : { origins: [], path: [] };
  }

  #dataFile(file: MergedFile): DataFile {
    return {
      path: file.path,
      value: file.value,
      place: (at, onKey) => this.#origins.placeOf(file, at, onKey),
    };
  }

  /** The file; undefined if it does not exist. */
  #openFile(kind: InputKind, stem: string): MergedFile | undefined {
    const path = this.pathOf(kind, stem);
    const open = this.#open.get(path);
    if (open) return this.#removed.has(open) ? undefined : open;
    if (!this.#before.inputs.paths[kind].includes(path)) return undefined;
    const before = this.#before.files.get(path) ?? this.#before.readStatisticsFile(path).value;
    if (!before) return undefined;
    const file = { path, kind, stem, before, value: structuredClone(before.value) as MergedFile['value'] };
    this.#open.set(path, file);
    return file;
  }

  /** A file whose value is changed in place; a new one if it does not exist. */
  change(kind: InputKind, stem: string): MergedFile {
    const path = this.pathOf(kind, stem);
    const file = this.#openFile(kind, stem) ?? newFile(path, kind, stem);
    if (!this.#open.has(path)) {
      this.#open.set(path, file);
      if (isMapping(file.value)) this.#containers.set(file.value, { kind, stem, layout: layoutOf(kind) });
    }
    this.#changed.add(file);
    return file;
  }

  /**
   * The list that contains a record; empty if it does not exist. If `isMaking`, a missing list and a missing record around it are created.
   */
  #listOf({ kind, stem, value }: MergedFile, { list, within }: SourceRecord, isMaking = false): RecordList {
    const whole = layoutOf(kind);
    if (!isMapping(value)) return this.#asList(value, whole);
    // A file that is one record is a list with this record.
    if (list === null) return new RecordList([value], whole);
    if (!within) return this.#member(value, whole, list, isMaking);
    const outer = this.#member(value, whole, within.list, isMaking);
    const layout = layoutWithin(whole, within.list)?.items as Layout;
    let container = outer.find(within.key);
    if (!container && isMaking) {
      container = inOrder({ ...within.key, ...emptyLists(layout) }, layout.members.keys());
      outer.put(container);
      this.#containers.set(container, { kind, stem, layout });
    }
    return this.#member(container ?? {}, layout, list, isMaking);
  }

  /** A list in a file or record. */
  #member(value: Mapping, layout: Layout, name: string, isMaking: boolean): RecordList {
    const ofList = layoutWithin(layout, name) as Layout;
    if (!Array.isArray(value[name])) {
      if (!isMaking) return new RecordList([], ofList);
      replaceMembers(value, inOrder({ ...value, [name]: [] }, layout.members.keys()));
    }
    return this.#asList(value[name] as object[], ofList);
  }

  #asList(elements: object[], layout: Layout): RecordList {
    const list = this.#lists.get(elements) ?? new RecordList(elements, layout);
    this.#lists.set(elements, list);
    return list;
  }
}
