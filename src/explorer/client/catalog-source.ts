/** What the page says about a catalog beyond its record: its citation, and the file with the sky maps of its events. */

/** Where a catalog was published. Any member may be missing. */
export interface CatalogSource {
  /** Short name: `GWTC-3` for GWTC-3-confident. */
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly year?: number;
  readonly publisher?: string;
  /** URL of the DOI. */
  readonly doi?: string;
  /** URL of the paper on the catalog. */
  readonly paper?: string;
  readonly paperTitle?: string;
  /** URL of the file with the sky maps of the catalog's events. */
  readonly skyMaps?: string;
}
