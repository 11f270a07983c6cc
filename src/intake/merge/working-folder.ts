/** Holds a data folder's values during a merge. A file's value is copied when it is first needed; the files themselves do not change. */
import { basename, extname, join } from 'node:path';
import type { DataFile, DataFiles } from '../../catalogue/files/data-file.ts';
import {
  INPUT_FILES,
  type InputFiles,
  type InputKind,
  pathsOf,
  withFile,
  withoutFile,
} from '../../catalogue/files/input-files.ts';
import { inOrder, layoutOf, layoutWithin, type RecordLayout } from '../../catalogue/files/layout.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { DataFolder } from '../../catalogue/load.ts';
import type { FileStatistics } from '../../catalogue/types.ts';
import type { DataPath, Place } from '../../report/problems.ts';
import type { ListPath } from './facts.ts';
import { RecordList } from './record-list.ts';
import { type RecordSource, RecordSources } from './record-sources.ts';
import { newValue, pathBefore, replaceMembers, type WorkingFile } from './working-file.ts';

export class WorkingFolder {
  readonly #before: DataFolder;
  #inputs: InputFiles;
  readonly #changed = new Map<string, WorkingFile>();
  readonly #existing = new Map<string, WorkingFile>();
  readonly #lists = new WeakMap<object, RecordList>();
  readonly #removed = new Set<string>();
  readonly #sources = new RecordSources();

  constructor(before: DataFolder) {
    this.#before = before;
    this.#inputs = before.inputs;
  }

  /** The files that are currently in the folder. */
  get inputs(): InputFiles {
    return this.#inputs;
  }

  /** Changed and new files. */
  get changed(): readonly WorkingFile[] {
    return [...this.#changed.values()];
  }

  /** Paths of removed files. */
  get removed(): readonly string[] {
    return [...this.#removed];
  }

  /** All files with their current values; statistics files only if they have changed. */
  get files(): DataFiles {
    const all = new Map([
      ...this.#before.files,
      ...this.changed.map((file) => [file.path, this.#dataFile(file)] as const),
    ]);
    for (const path of this.#removed) all.delete(path);
    return all;
  }

  /** The folder with its current values, to be checked. */
  toDataFolder(): DataFolder {
    const { path, readStatistics } = this.#before;
    const { inputs, files } = this;
    return {
      path,
      inputs,
      files,
      problems: [],
      readStatistics: (name) => {
        const file = files.get(name) as DataFile<readonly FileStatistics[]> | undefined;
        return file ? { file, problems: [] } : readStatistics(name);
      },
    };
  }

  /** All files except statistics files. */
  get names(): readonly Pick<WorkingFile, 'kind' | 'name' | 'path'>[] {
    const kinds = (Object.keys(INPUT_FILES) as InputKind[]).filter((kind) => kind !== 'strain-statistics');
    return kinds.flatMap((kind) =>
      pathsOf(this.#inputs, kind).map((path) => ({ kind, path, name: basename(path, extname(path)) })),
    );
  }

  pathOf(kind: InputKind, name: string): string {
    return join(
      this.#before.path,
      INPUT_FILES[kind].pattern.replace('*', () => name),
    );
  }

  /** The list at a path in a file; null if the file or the list is missing, undefined if the file itself is the record. */
  listOf(kind: InputKind, name: string, path: ListPath): RecordList | null | undefined {
    const file = this.#open(kind, name);
    if (path.length === 0 && kind !== 'strain-statistics') return undefined;
    return file ? this.#listIn(file.value, path, file.layout) : null;
  }

  /** The existing record that has the same key. */
  find(kind: InputKind, name: string, path: ListPath, record: object): object | undefined {
    const list = this.listOf(kind, name, path);
    return list === undefined ? this.#open(kind, name)?.value : list?.find(record);
  }

  /** Replaces the existing record with a merged record, or inserts it; `sources` are the facts that changed it. */
  put(kind: InputKind, name: string, path: ListPath, record: object, sources: readonly RecordSource[]): void {
    const file = this.#change(kind, name);
    const list = path.length === 0 && kind !== 'strain-statistics' ? null : this.#makeList(file, path);
    const old = list === null ? file.value : list.find(record);
    if (list === null) replaceMembers(file.value, inOrder({ ...file.value, ...record }, file.layout));
    else if (old) list.replace(old, record);
    else list.add(record);
    this.#sources.add(old ?? record, sources);
  }

  /** The current value of a file; undefined if it does not exist. */
  valueOf(kind: InputKind, name: string): object | undefined {
    return this.#open(kind, name)?.value;
  }

  /** Replaces a file's value; null removes the file. */
  replaceValue(kind: InputKind, name: string, value: object | null): void {
    const path = this.pathOf(kind, name);
    if (value !== null) {
      this.#changed.set(path, { ...this.#change(kind, name), value });
      return;
    }
    this.#removed.add(path);
    this.#changed.delete(path);
    this.#inputs = withoutFile(this.#inputs, kind, path);
  }

  /** The facts that a part of a value comes from: the facts about the innermost record around it. */
  sourcesOf(path: string, at: DataPath): readonly RecordSource[] {
    return this.#sources.find(this.#changed.get(path)?.value, at);
  }

  /** A value's place: the place of the facts that it comes from, or its place in the file. */
  placeOf(path: string, at: DataPath, onKey?: boolean): Place {
    const file = this.#changed.get(path);
    const place = this.#sources.placeOf(file?.value, at);
    if (place) return place;
    if (!file?.before) return { file: path, line: 1, column: 1 };
    return file.before.place(pathBefore(file, at), onKey);
  }

  #dataFile({ path, value }: WorkingFile): DataFile {
    return { path, text: '', value, place: (at, onKey) => this.placeOf(path, at, onKey) };
  }

  /** The file; undefined if it does not exist. */
  #open(kind: InputKind, name: string): WorkingFile | undefined {
    const path = this.pathOf(kind, name);
    const open = this.#changed.get(path) ?? this.#existing.get(path);
    if (open || !this.#inputs.all.includes(path)) return open;
    const before = kind === 'strain-statistics' ? this.#before.readStatistics(path).file : this.#before.files.get(path);
    if (!before) return undefined;
    const file = { path, kind, name, layout: layoutOf(kind), before, value: structuredClone(before.value) as object };
    this.#existing.set(path, file);
    return file;
  }

  #change(kind: InputKind, name: string): WorkingFile {
    const path = this.pathOf(kind, name);
    const layout = layoutOf(kind);
    const file = this.#open(kind, name) ?? {
      path,
      kind,
      name,
      layout,
      before: null,
      value: newValue(kind, name, layout),
    };
    if (!file.before) this.#inputs = withFile(this.#inputs, kind, path);
    this.#changed.set(path, file);
    return file;
  }

  #listIn(value: object, path: ListPath, layout: RecordLayout | undefined): RecordList | null {
    if (path.length === 0) return layout ? this.#asList(value as object[], layout) : null;
    const [name, parent, ...rest] = path;
    const inner = layout && layoutWithin(layout, String(name));
    const records = (value as Mapping)[String(name)] as object[] | undefined;
    if (!inner || !records) return null;
    const list = this.#asList(records, inner);
    if (parent === undefined) return list;
    const record = list.find(parent as object);
    return record ? this.#listIn(record, rest, inner.items) : null;
  }

  #asList(records: object[], layout: RecordLayout): RecordList {
    const list = this.#lists.get(records) ?? new RecordList(records, layout);
    this.#lists.set(records, list);
    return list;
  }

  /** Returns the list at a path, and creates the missing lists and records that lead to it. */
  #makeList(file: WorkingFile, path: ListPath): RecordList {
    let value = file.value as Record<string, unknown>;
    let layout: RecordLayout | undefined = file.layout;
    if (path.length === 0) return this.#asList(value as unknown as object[], layout);
    for (let n = 0; ; n += 2) {
      const name = String(path[n]);
      if (!Array.isArray(value[name])) replaceMembers(value, inOrder({ ...value, [name]: [] }, layout as RecordLayout));
      layout = layoutWithin(layout, name);
      const list = this.#asList(value[name] as object[], layout as RecordLayout);
      const parent = path[n + 1];
      if (typeof parent !== 'object') return list;
      if (!list.find(parent)) list.add({ ...parent });
      value = list.find(parent) as Record<string, unknown>;
      layout = layout?.items;
    }
  }
}
