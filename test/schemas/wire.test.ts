/**
 * The types in `stillwave/wire` equal those that openapi-typescript generates from the response schemas, member by member: the
 * TypeScript compiler compares them.
 */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { componentName, responseComponents } from '../../src/site/documents/openapi/schemas.ts';
import { schemaFiles } from './shipped.ts';

const WIRE = readFileSync(join(import.meta.dirname, '../../src/core/contract/wire.ts'), 'utf8');

/** The type of each body in terms of `stillwave/wire`, by component of the OpenAPI document. */
const BODIES: Readonly<Record<string, string>> = {
  Root: 'wire.Root',
  Options: 'wire.Description',
  Error: 'wire.ErrorBody',
  StrainFilesPage: 'wire.Envelope<wire.StrainFileEntry>',
  StrainFilesDetail: 'wire.StrainFileDetail',
  // One type for two kinds of pages: the member that a query adds is optional in it.
  EventVersionsPage: "wire.Envelope<Omit<wire.EventVersionEntry, 'default_parameters'>>",
  EventVersionsParametersPage: "wire.Envelope<With<wire.EventVersionEntry, 'default_parameters'>>",
  EventVersionsDetail: 'wire.EventVersionDetail',
  DefaultParametersPage: 'wire.Envelope<string>',
  EventParametersPage: 'wire.Envelope<wire.ParameterObject>',
  ParameterSetsPage: 'wire.Envelope<wire.ParameterSet>',
  EventStrainFilesPage: 'wire.Envelope<wire.EventStrainFile>',
  RunsPage: 'wire.Envelope<wire.RunEntry>',
  RunsDetail: 'wire.RunDetail',
  DatasetsPage: 'wire.Envelope<wire.Dataset>',
  DatasetsDetail: 'wire.Dataset',
  CatalogsPage: 'wire.Envelope<wire.Catalog>',
  CatalogsDetail: 'wire.Catalog',
  EventsPage: 'wire.Envelope<wire.EventEntry>',
  EventsDetail: 'wire.EventDetail',
  TimelinesPage: 'wire.Envelope<wire.Timeline>',
  TimelinesDetail: 'wire.Timeline',
  SegmentsPage: 'wire.Envelope<wire.Segment>',
};

/** Its schema is one of three objects; the type has the members of all three, those that are not in each one as optional. */
const MERGED = ['Error'];

const TOOLS = `
type Plain<T> = T extends readonly (infer E)[] ? readonly Plain<E>[]
  : T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T;
type Equal<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;
type With<T, K extends keyof T> = Omit<T, K> & Required<Pick<T, K>>;
type NameIn<T> = T extends unknown ? keyof T : never;
type MemberOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Merged<T> = { [K in Extract<NameIn<T>, keyof T>]: MemberOf<T, K> } & { [K in Exclude<NameIn<T>, keyof T>]?: MemberOf<T, K> };
`;
const checks = Object.entries(BODIES).map(([name, type]) => {
  const generated = `components['schemas']['${name}']`;
  return `export const ${name}: Equal<${MERGED.includes(name) ? `Merged<${generated}>` : generated}, ${type}> = true;`;
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Schemas', version: '1' },
  paths: {},
  components: { schemas: responseComponents() },
};
const generated = astToString(await openapiTS(document as Parameters<typeof openapiTS>[0]));
const imports = `import type { components } from './generated.ts';\nimport type * as wire from './wire.ts';\n`;

/** Parsed libraries of the compiler; the programs share them. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Names of the bodies whose two types differ, and what else the compiler reports, given the text of `wire.ts`. */
function differing(wire: string): string[] {
  const sources = new Map([
    ['wire.ts', wire],
    ['generated.ts', generated],
    ['check.ts', `${imports}${TOOLS}${checks.join('\n')}`],
  ]);
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, target: ts.ScriptTarget.ES2022, types: [] },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, lib: ['lib.es2022.d.ts'] },
  };
  const host = ts.createCompilerHost(options);
  const find = host.getSourceFile;
  const sourceOf = (path: string) => (path.includes('node_modules') ? undefined : sources.get(basename(path)));
  host.fileExists = (path) => sourceOf(path) !== undefined;
  host.getSourceFile = (path, target) => {
    const text = sourceOf(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target);
    if (!libraries.has(path)) libraries.set(path, find(path, target));
    return libraries.get(path);
  };
  return ts.getPreEmitDiagnostics(ts.createProgram(['check.ts'], options, host)).map(({ file, start, messageText }) => {
    const line = file?.text.slice(0, start).split('\n').at(-1) ?? '';
    return /^export const (\w+)?$/.test(line) && file?.fileName === 'check.ts'
      ? (/^\w+/.exec(file.text.slice(start))?.[0] ?? line)
      : `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

it('every response schema equals a type', () => {
  expect(Object.keys(BODIES).sort()).toEqual(schemaFiles.map((file) => componentName(file)).sort());
  expect(differing(WIRE)).toEqual([]);
});

it('every exported type is compared, whole or as part of another', () => {
  const declared = new Map<string, string>();
  for (const node of ts.createSourceFile('wire.ts', WIRE, ts.ScriptTarget.ES2022, true).statements) {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    if (isType && node.modifiers) declared.set(node.name.text, node.getText());
  }
  const reached = new Set<string>();
  const reach = (text: string): void => {
    for (const [name, declaration] of declared) {
      if (reached.has(name) || !new RegExp(`\\b${name}\\b`).test(text)) continue;
      reached.add(name);
      reach(declaration);
    }
  };
  reach(Object.values(BODIES).join());
  // A check at compile time, which no body has.
  expect([...declared.keys()].filter((name) => !reached.has(name))).toEqual(['NoStatisticLeftOut']);
});

it.each([
  ['a wider member', 'gcn_notice: string | null;', 'gcn_notice: string | null | boolean;', ['EventsDetail']],
  ['a narrower member', 'is_preferred: boolean;', 'is_preferred: true;', ['ParameterSetsPage']],
  [
    'an optional member more',
    'readonly datasets_url',
    'readonly note?: string;\n readonly datasets_url',
    ['RunsDetail'],
  ],
  ['a member less', 'readonly mask_type:', '// ', ['DatasetsDetail', 'DatasetsPage']],
  ['a member that may be missing', 'readonly run_names:', 'readonly run_names?:', ['TimelinesDetail', 'TimelinesPage']],
  ['another member of errors', 'readonly parameter?: string;', 'readonly parameter?: number;', ['Error']],
  ['any', 'readonly parses: readonly string[];', 'readonly parses: readonly any[];', ['Options']],
])('%s is noticed', (_, text, wrong, bodies) => {
  expect(WIRE).toContain(text);
  expect(differing(WIRE.replace(text, wrong)).sort()).toEqual(bodies);
});
