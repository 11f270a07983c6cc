/** Shows an error instead of a view, with details and possible next steps. */

import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { looksLikeRangeFilter } from '../../core/contract/parameter-forms.ts';
import { NOT_FOUND } from '../../core/contract/refusals.ts';
import { type Address, formatAddress, parametersOf, withParameters } from '../address/address.ts';
import { HOME } from '../address/event-requests.ts';
import { useNavigate } from '../client/context.ts';
import { DamagedError, MissingScriptError, NoPacksError, RefusedError } from '../client/site-client.ts';
import { useReleaseId } from '../client/use-loaded.ts';
import { Mistakes } from './mistakes.tsx';

function Refused({ error, address }: { readonly error: RefusedError; readonly address: Address }) {
  const navigate = useNavigate();
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
      <h1>{isMissing ? 'There is nothing at this address' : 'This request is invalid'}</h1>
      <p>{error.kind === 'unknown' ? 'The catalogue has no such path, or no record with this name.' : detail}</p>
      <p>
        <code class="request">{target}</code>
      </p>
      <Mistakes target={target} />
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
    of: MissingScriptError,
    title: 'Part of this page cannot be loaded',
    advice: 'The network may be down, or the site may have changed since the page was opened.',
    canRetry: true,
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

/** A problem that is not about the request. Screen readers announce it when it appears. */
export function FailureNotice({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const { title, advice, canRetry } = FAILURES.find(({ of }) => error instanceof of) ?? BUG;
  return (
    <section class="problem" role="alert">
      <h1>{title}</h1>
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

interface BoundaryProps {
  readonly address: Address;
  readonly children: ComponentChildren;
}

/**
 * Shows a notice instead of its content if the content throws an error, such as a failed load, until the address or the release changes. An
 * error that is neither about the request nor about the site is a bug, which is reported to the console.
 */
export function Boundary({ address, children }: BoundaryProps) {
  const shown = `${useReleaseId()} ${formatAddress(address)}`;
  const failed = useRef('');
  const [error, retry] = useErrorBoundary((thrown) => {
    failed.current = shown;
    if (![RefusedError, ...FAILURES.map(({ of }) => of)].some((known) => thrown instanceof known)) reportError(thrown);
  });
  // An address that is shown again is loaded again.
  useEffect(() => {
    if (failed.current !== shown) retry();
  }, [shown]);
  if (error === undefined || failed.current !== shown) return <>{children}</>;
  if (!(error instanceof RefusedError)) {
    const again = error instanceof MissingScriptError ? () => location.reload() : retry;
    return <FailureNotice error={error} retry={again} />;
  }
  return (
    <section class="problem" role="alert">
      <Refused {...{ error, address }} />
    </section>
  );
}
