/** Shows an error instead of a view, with details and possible next steps. */

import { looksLikeRangeFilter } from '../../core/contract/parameters.ts';
import { NOT_FOUND } from '../../core/contract/refusals.ts';
import { HOME, parametersOf, withParameters } from '../address/address.ts';
import { DamagedError, NoPacksError, RefusedError } from '../host/core.ts';
import type { ViewProps } from '../host/view.ts';
import { Mistakes } from './mistakes.tsx';

interface RefusedProps extends ViewProps {
  readonly error: RefusedError;
}

function Refused({ error, core, address, navigate }: RefusedProps) {
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
      <Mistakes release={core.release} target={target} />
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

/** The heading and the advice for an error that is not about the request, by the error's class. */
const FAILURES = [
  {
    of: NoPacksError,
    title: 'The explorer does not work on this site',
    advice: 'The downloads and the API work.',
    canRetry: false,
  },
  {
    of: DamagedError,
    title: 'Part of the catalogue cannot be read',
    advice: 'The network may be down, or the site may be changing. The page shows nothing rather than incomplete data.',
    canRetry: true,
  },
] as const;

/** For all other errors. */
const BUG = { title: 'This view failed', advice: 'This is a bug in the page.', canRetry: true };

interface FailureProps {
  readonly error: Error;
  readonly retry: () => void;
}

/** A problem that is not about the request. Screen readers announce it when it appears. */
export function FailureNotice({ error, retry }: FailureProps) {
  const { title, advice, canRetry } = FAILURES.find(({ of }) => error instanceof of) ?? BUG;
  return (
    <section class="problem" role="alert">
      <h2>{title}</h2>
      <p>{error.message}.</p>
      <p>{advice}</p>
      {canRetry && (
        <p>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

/** A problem of a view and its remedies. */
export function ProblemNotice({ error, retry, ...props }: FailureProps & ViewProps) {
  if (!(error instanceof RefusedError)) return <FailureNotice {...{ error, retry }} />;
  return (
    <section class="problem" role="alert">
      <Refused {...{ ...props, error }} />
    </section>
  );
}
