/** What citations say about a catalog. */

/** Where a catalog was published. Any member may be missing. */
export interface CatalogSource {
  readonly authors?: readonly string[];
  readonly year?: number;
  readonly publisher?: string;
  /** URL of the DOI. */
  readonly doi?: string;
}
