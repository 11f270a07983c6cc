/** Shows an error instead of a view, with details and possible next steps. */

import { NOT_FOUND } from '../../core/contract/refusals.ts';
import { HOME, parametersOf, segmentsOf, withParameters } from '../address/address.ts';
import { type Core, DamagedError, RefusedError } from '../host/core.ts';
import { namesIn, suggest } from '../host/names.ts';
import type { ViewProps } from '../shell/router.tsx';

interface ProblemProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly error: Error;
  readonly retry: () => void;
  /** For suggestions; missing before the site is open. */
  readonly core?: Core;
}

/** The event that an unknown name probably means: `GW150914` for `gw150914`. */
function eventMeantBy(target: string, core: Core): string | null {
  const [collection, id = ''] = segmentsOf(target);
  if (collection !== 'events' && collection !== 'event-versions') return null;
  return suggest(id.replace(/-v\d+$/i, ''), namesIn(core.release, 'events'));
}

/** A list of names in which each unknown one is replaced by the name that it probably means; null if there is none for one of them. */
function valueMeantBy(value: string, allowed: readonly string[]): string | null {
  const meant = value.split(',').map((one) => (allowed.includes(one) ? one : suggest(one, allowed)));
  return meant.includes(null) ? null : meant.join(',');
}

function Refused({ error, core, address, navigate }: Omit<ProblemProps, 'error'> & { readonly error: RefusedError }) {
  const { parameter, detail, allowed } = error.body;
  const isMissing = error.status === NOT_FOUND.status;
  // Other responses with this status say what is missing.
  const isUnknown = isMissing && detail === NOT_FOUND.body.detail;
  const value = parameter === undefined ? null : parametersOf(address.target).get(parameter);
  const change = (to: string | null) =>
    parameter !== undefined && navigate({ ...address, target: withParameters(address.target, { [parameter]: to }) });
  const event = isMissing && core ? eventMeantBy(address.target, core) : null;
  const meant = value !== null && allowed !== undefined ? valueMeantBy(value, allowed) : null;
  return (
    <>
      <h2>{isMissing ? 'There is nothing at this address' : 'This request is not valid'}</h2>
      <p>{isUnknown ? 'The catalogue has no such path, or no record with this name.' : detail}</p>
      <p>
        <code class="request">{address.target}</code>
      </p>
      {event !== null && (
        <p>
          Did you mean <a href={`#/events/${event}`}>{event}</a>?
        </p>
      )}
      {meant !== null && (
        <p>
          "{value}" is not one of them. Did you mean this?{' '}
          <button type="button" onClick={() => change(meant)}>
            {meant}
          </button>
        </p>
      )}
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
export function Problem({ error, retry, core, address, navigate }: ProblemProps) {
  return (
    <section class="problem" role="alert">
      {error instanceof RefusedError ? (
        <Refused {...{ error, retry, address, navigate }} {...(core && { core })} />
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
