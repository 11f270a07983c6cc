/**
 * The choice between the specification and the live service, where they differ and programs rely on the difference. `specification`: every
 * generated link has `format=api`, and an event version's short name is `<name>-v<version>`. `service`: no generated link has a format,
 * because programs such as GWpy choose a reader by a URL's ending, and a version has the service's short name if the data contain it. The
 * renderers and CSV follow the choice too: units, decimal places, the order of parameters, and columns.
 */

import { LINK_FORMAT } from './parameters.ts';

export const COMPATIBILITIES = ['specification', 'service'] as const;
export type Compatibility = (typeof COMPATIBILITIES)[number];

/** The format in generated links; null if they have none. */
export const linkFormatOf = (compatibility: Compatibility): string | null =>
  compatibility === 'service' ? null : LINK_FORMAT;
