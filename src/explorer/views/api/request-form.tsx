/** One API path as a form: a field for each id and parameter. */

import { useState } from 'preact/hooks';
import { looksLikeRangeFilter } from '../../../core/contract/parameter-forms.ts';
import type { Parameter } from '../../../core/contract/parameters.ts';
import { API_ROOT } from '../../../core/contract/paths.ts';
import { listIds } from '../../../core/listing/row-index.ts';
import { useClient } from '../../client/context.ts';
import { Field } from '../../widgets/controls.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { type ApiPath, makeRequest } from './paths.ts';

/** Maximum number of ids suggested per field. */
const OFFERED_IDS = 200;

/** The values offered for a parameter; undefined if the value must be typed. */
function offeredValues({ codec }: Parameter): readonly string[] | undefined {
  if (codec.kind === 'flag') return ['true', 'false'];
  return codec.kind === 'enum' ? (codec.allowed ?? []) : undefined;
}

const isRange = ({ name }: Parameter): boolean => looksLikeRangeFilter(name);

interface Typed {
  /** The request that was shown then. */
  readonly since: string;
  readonly ids?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
}

interface RequestFormProps {
  readonly path: ApiPath;
  /** The request shown, with its values by parameter. */
  readonly sent: {
    readonly request: string;
    readonly ids: readonly string[];
    readonly values: Readonly<Record<string, string>>;
  };
  readonly onSend: (target: string) => void;
}

export function RequestForm({ path, sent, onSend }: RequestFormProps) {
  const { release } = useClient();
  /** The fields that the visitor has changed since the request was sent. */
  const [typed, setTyped] = useState<Typed>({ since: sent.request });
  const { ids, values } = typed.since === sent.request ? { ...sent, ...typed } : sent;
  const change = (changes: Omit<Typed, 'since'>) => setTyped({ ids, values, ...changes, since: sent.request });
  const target = makeRequest(path, ids, values);
  const send = (event: Event) => {
    event.preventDefault();
    onSend(target);
  };
  const field = (parameter: Parameter) => {
    const { name, unit, meaning, default: byDefault } = parameter;
    return (
      <Field
        key={name}
        id={`parameter-${name}`}
        label={name}
        unit={unit}
        value={values[name] ?? ''}
        placeholder={String(byDefault ?? '')}
        options={offeredValues(parameter)}
        help={meaning}
        onValue={(value) => change({ values: { ...values, [name]: value } })}
      />
    );
  };
  const ranges = path.parameters.filter(isRange);
  return (
    <form class="request-form" onSubmit={send}>
      <p class="request-line row">
        <code class="request">
          /{API_ROOT}/{target}
        </code>
        <button type="submit" class="primary">
          Send
        </button>
      </p>
      <div class="columns fields">
        {path.ids.map((collection, n) => (
          <Field
            key={collection}
            id={`id-${collection}`}
            label={`${collection} (id)`}
            known={listIds(release.loaded(collection)).slice(0, OFFERED_IDS)}
            isRequired
            value={ids[n] ?? ''}
            onValue={(id) => change({ ids: ids.toSpliced(n, 1, id) })}
          />
        ))}
        {path.parameters.filter((one) => !isRange(one)).map(field)}
      </div>
      {ranges.length > 0 && (
        <Fold
          title={`Range filters (${ranges.length})`}
          isInUse={ranges.some(({ name }) => (values[name] ?? '') !== '')}
        >
          <div class="columns fields">{ranges.map(field)}</div>
        </Fold>
      )}
    </form>
  );
}
