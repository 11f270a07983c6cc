/** Explains why the API refuses a request, and links to the request that was probably intended. */

import { API_ROOT } from '../../core/contract/paths.ts';
import { findMistakes } from '../../core/inspect/find-mistakes.ts';
import { hrefOf } from '../address/address.ts';
import { useClient } from '../client/context.ts';
import { useLoaded } from '../client/use-loaded.ts';

interface MistakesProps {
  readonly target: string;
  /** Lists only mistakes in a record's query, because an unknown id has its own message. */
  readonly isIdKnown?: boolean;
  /** The link to the corrected request; by default, to its view. */
  readonly linkTo?: (target: string) => string;
}

/** `why` starts with a lower-case letter, because it may be used in a list too. */
const sentence = (why: string): string => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;

export function Mistakes({ target, isIdKnown = false, linkTo = hrefOf }: MistakesProps) {
  const root = `${useClient().release.basePath}/${API_ROOT}/`;
  const { value } = useLoaded(target, ({ release }) => findMistakes(root + target, release));
  const all = value?.filter(({ meant }) => !isIdKnown || meant === null) ?? [];
  return all.map(({ why, meant, corrected }) => (
    <p key={why} class="mistake">
      {sentence(why)}{' '}
      {meant !== null && corrected !== null && (
        <>
          Did you mean <a href={linkTo(corrected.slice(root.length))}>{meant}</a>?
        </>
      )}
    </p>
  ));
}
