/** Shows an error instead of a view, with details and possible next steps. */

import { looksLikeRangeFilter } from '../../core/contract/parameters.ts';
import { NOT_FOUND } from '../../core/contract/refusals.ts';
import { HOME, parametersOf, withParameters } from '../address/address.ts';
import { type Core, DamagedError, RefusedError } from '../host/core.ts';
import type { ViewProps } from '../host/view.ts';
import { Mistakes } from './mistakes.tsx';

interface ProblemProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly error: Error;
  readonly retry: () => void;
  /** Used for suggestions; missing until the site is open. */
  readonly core?: Core;
}

function Refused({
  error,
  core,
  address,
  navigate,
}: Omit<ProblemProps, 'error' | 'retry'> & { readonly error: RefusedError }) {
  const { parameter, detail, allowed } = error.body;
  const isMissing = error.status === NOT_FOUND.status;
  const value = parameter === undefined ? null : parametersOf(address.target).get(parameter);
  const { target } = address;
  // For an unknown range filter, the existing filters are listed as allowed values.
  const isName = parameter !== undefined && allowed !== undefined && looksLikeRangeFilter(parameter);
  const change = (changes: Readonly<Record<string, string | null>>) =>
    navigate({ ...address, target: withParameters(target, changes) });
  const choose = (name: string, one: string) => change(isName ? { [name]: null, [one]: value ?? '' } : { [name]: one });
  return (
    <>
      <h2>{isMissing ? 'There is nothing at this address' : 'This request is invalid'}</h2>
      <p>{error.kind === 'unknown' ? 'The catalogue has no such path, or no record with this name.' : detail}</p>
      <p>
        <code class="request">{target}</code>
      </p>
      {core && <Mistakes release={core.release} target={target} />}
      {parameter !== undefined && allowed !== undefined && (
        <p>
          It may be:{' '}
          {allowed.map((one) => (
            <button type="button" key={one} onClick={() => choose(parameter, one)}>
              {one}
            </button>
          ))}
        </p>
      )}
      <p>
        {parameter !== undefined && value !== null && (
          <button type="button" onClick={() => change({ [parameter]: null })}>
            Remove {parameter}
          </button>
        )}
        <button type="button" onClick={() => navigate(HOME)}>
          Show all events
        </button>
      </p>
    </>
  );
}

/** A problem and its remedies. Screen readers announce it when it appears. */
export function ProblemNotice({ error, retry, core, address, navigate }: ProblemProps) {
  return (
    <section class="problem" role="alert">
      {error instanceof RefusedError ? (
        <Refused {...{ error, address, navigate }} {...(core && { core })} />
      ) : (
        <>
          <h2>{error instanceof DamagedError ? 'Part of the catalogue cannot be read' : 'This view failed'}</h2>
          <p>{error.message}.</p>
          <p>
            {error instanceof DamagedError
              ? 'The network may be down, or the site may be changing. The page shows nothing rather than incomplete data.'
              : 'This is a bug in the page.'}
          </p>
          <p>
            <button type="button" onClick={retry}>
              Try again
            </button>
          </p>
        </>
      )}
    </section>
  );
}
