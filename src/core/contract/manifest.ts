/** The form of manifest.json, which lists a site's files. Programs that are not builds need no more of it than this. */

/** A file of the site. */
export interface ManifestFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/**
 * The content of a group of files: packs of lines, records, a listing's pages, responses of the older interfaces, a download, other files,
 * or the pointer.
 */
export type GroupKind = 'packs' | 'records' | 'pages' | 'legacy' | 'download' | 'other' | 'pointer';

export interface ManifestBody {
  /** `files`: the number of files, which follow each other in the list of all files. */
  readonly groups: readonly { readonly kind: GroupKind; readonly files: number }[];
  readonly files: readonly ManifestFile[];
}
