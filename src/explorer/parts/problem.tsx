/** Shows an error instead of a view, with details and possible next steps. */

import { NOT_FOUND } from '../../core/contract/refusals.ts';
import { HOME, parametersOf, withParameters } from '../address/address.ts';
import { DamagedError, RefusedError } from '../host/core.ts';
import type { ViewProps } from '../shell/view.ts';

interface ProblemProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly error: Error;
  readonly retry: () => void;
}

function Refused({ error, address, navigate }: Omit<ProblemProps, 'error'> & { readonly error: RefusedError }) {
  const { parameter, detail, allowed, status } = error;
  const isMissing = status === NOT_FOUND.status;
  const value = parameter === undefined ? null : parametersOf(address.target).get(parameter);
  const change = (to: string | null) =>
    parameter !== undefined && navigate({ ...address, target: withParameters(address.target, { [parameter]: to }) });
  return (
    <>
      <h2>{isMissing ? 'There is nothing at this address' : 'This request is not valid'}</h2>
      <p>{isMissing ? 'The catalogue has no such path, or no record with this name.' : detail}</p>
      <p>
        <code class="request">{address.target}</code>
      </p>
      {parameter !== undefined && allowed !== undefined && (
        <p class="choices">
          It may be:{' '}
          {allowed.map((one) => (
            <button type="button" class="choice" key={one} onClick={() => change(one)}>
              {one}
            </button>
          ))}
        </p>
      )}
      <p>
        {parameter !== undefined && value !== null && (
          <button type="button" onClick={() => change(null)}>
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
export function Problem({ error, retry, address, navigate }: ProblemProps) {
  return (
    <section class="problem" role="alert">
      {error instanceof RefusedError ? (
        <Refused {...{ error, retry, address, navigate }} />
      ) : (
        <>
          <h2>{error instanceof DamagedError ? 'Part of the catalogue cannot be read' : 'This view failed'}</h2>
          <p>{error.message}.</p>
          <p>
            {error instanceof DamagedError
              ? 'The network may be down, or the site is being updated. Nothing is shown rather than part of it.'
              : 'This is a fault of the page.'}
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
