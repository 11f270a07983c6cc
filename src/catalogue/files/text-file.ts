/**
 * Reads a text file, or returns one problem that explains why it cannot be used.
 *
 * Rejects folders, and files that are missing, unreadable, too large or not UTF-8, or that contain NUL bytes or a byte order mark. The
 * overlay replaces files on disk: `import` uses it to check its result, and builds use it to pass on files that they have already read.
 */
import { isUtf8 } from 'node:buffer';
import { NotARegularFileError, readRegularFile } from '../../fs/regular-file.ts';
import { type Finding, failed, placeOfFile, type Reading, toProblem } from '../../report/problems.ts';

/** The content to use for the files at these paths, as text or bytes. */
export type Overlay = ReadonlyMap<string, string | Uint8Array>;

const BOM = '\uFEFF';

/** Half of Node's maximum string length. */
const MAX_MIB = 256;

/**
 * The limit for files that people edit: enough for 20,000 event versions with parameters. In memory, each value takes many times the size
 * of its text.
 */
export const MAX_EDITED_MIB = 16;

const tooLarge = (maxMiB: number): Finding => ({
  code: 'D102',
  message: `the file is larger than ${maxMiB} MiB`,
  fix: 'split it',
});

/** Explains a failed file system call to the data's owner. `whenMissing` is the fix for a missing file. */
export function describeReadError(error: unknown, whenMissing = 'add it, or correct the path'): Finding {
  if (error instanceof NotARegularFileError) {
    return { code: 'D102', message: 'this is not a regular file', fix: 'replace it with the file' };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'ENOENT':
      return { code: 'D101', message: 'the file is missing', fix: whenMissing };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'D102',
        message: 'no permission to read it',
        fix: 'let your user read it; its owner can run chmod a+r',
      };
    case 'EISDIR':
      return { code: 'D102', message: 'this is a folder, but a file is expected', fix: 'replace it with the file' };
    case 'ENOTDIR':
      return { code: 'D102', message: 'this is a file, but a folder is expected', fix: 'replace it with the folder' };
    default:
      return { code: 'D102', message: `it cannot be read (${code})`, fix: 'check the disk and the path' };
  }
}

/** Line and column of the first byte that is NUL or not valid UTF-8; null if the text is valid. */
function findBadByte(bytes: Buffer): { line: number; column: number; isBinary: boolean } | null {
  const isBinary = bytes.includes(0);
  if (!isBinary && isUtf8(bytes)) return null;
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    const content = bytes.subarray(start, end);
    // toString writes U+FFFD for invalid UTF-8.
    const bad = isUtf8(content)
      ? content.toString('utf8').indexOf('\0')
      : content.toString('utf8').search(/[\0\uFFFD]/);
    if (bad >= 0) return { line, column: bad + 1, isBinary };
    start = end + 1;
  }
  return { line: 1, column: 1, isBinary };
}

/**
 * Reads `file` as UTF-8 text. Line ends are kept; a byte order mark is removed if it is allowed. `whenMissing` is the fix for a missing file.
 */
export function readTextFile(
  file: string,
  overlay?: Overlay,
  {
    allowBom = false,
    maxMiB = MAX_MIB,
    whenMissing,
  }: { readonly allowBom?: boolean; readonly maxMiB?: number; readonly whenMissing?: string | undefined } = {},
): Reading<string> {
  const refused = (finding: Finding) => failed([toProblem(finding, placeOfFile(file))]);
  const replaced = overlay?.get(file);
  if (typeof replaced === 'string') return { value: replaced, problems: [] };
  let bytes: Buffer;
  try {
    bytes = replaced ? Buffer.from(replaced.buffer, replaced.byteOffset, replaced.length) : readRegularFile(file);
  } catch (error) {
    return refused(describeReadError(error, whenMissing));
  }
  if (bytes.length > maxMiB * 2 ** 20) return refused(tooLarge(maxMiB));
  const bad = findBadByte(bytes);
  if (bad) {
    const message = bad.isBinary ? 'the file is binary, but text is expected' : 'this is not valid UTF-8';
    const finding = { code: 'D103', message, fix: 'save the file as UTF-8 text' } as const;
    return failed([toProblem(finding, { file, line: bad.line, column: bad.column })]);
  }
  const text = bytes.toString('utf8');
  if (text.startsWith(BOM)) {
    if (allowBom) return { value: text.slice(BOM.length), problems: [] };
    const message = 'the file begins with a byte order mark';
    return refused({ code: 'D106', message, fix: 'save the file as UTF-8 without BOM' });
  }
  return { value: text, problems: [] };
}
