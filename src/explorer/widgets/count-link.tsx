/** A count that links to the counted entries. */

import { countText } from '../text/format.ts';
import { NotListed } from './not-listed.tsx';

interface CountLinkProps {
  /** Null if the catalogue does not list the entries. */
  readonly total: number | null;
  readonly noun: string;
  readonly href: string;
}

/** Plain text if the count is zero. */
export function CountLink({ total, noun, href }: CountLinkProps) {
  if (total === null) return <NotListed />;
  return total === 0 ? <span class="none">{countText(0, noun)}</span> : <a href={href}>{countText(total, noun)}</a>;
}
