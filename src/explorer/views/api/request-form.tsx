/** One API path as a form: a field for each id and parameter. */

import { useEffect, useState } from 'preact/hooks';
import { looksLikeRangeFilter, type Parameter } from '../../../core/contract/parameters.ts';
import { API_ROOT } from '../../../core/contract/paths.ts';
import { idsAtHand } from '../../../core/inspect/at-hand.ts';
import { useCore } from '../../host/context.ts';
import { Field } from '../../widgets/controls.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { type ApiPath, makeRequest } from './paths.ts';

/** Maximum number of ids suggested per field. */
const OFFERED_IDS = 200;

/** The values offered for a parameter; undefined if the value must be typed. */
function listOptions({ codec }: Parameter): readonly string[] | undefined {
  if (codec.kind === 'flag') return ['true', 'false'];
  return codec.kind === 'enum' ? (codec.allowed ?? []) : undefined;
}

const isRange = ({ name }: Parameter): boolean => looksLikeRangeFilter(name);

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function ParameterField({ parameter, value, onValue }: ParameterFieldProps) {
  const { name, unit, meaning, default: byDefault } = parameter;
  return (
    <Field
      id={`parameter-${name}`}
      label={name}
      unit={unit}
      value={value}
      placeholder={String(byDefault ?? '')}
      options={listOptions(parameter)}
      help={meaning}
      onValue={onValue}
    />
  );
}

interface RequestFormProps {
  readonly path: ApiPath;
  /** The request shown, with its values by parameter. */
  readonly sent: {
    readonly ids: readonly string[];
    readonly values: Readonly<Record<string, string>>;
  };
  readonly onSend: (target: string) => void;
}

export function RequestForm({ path, sent, onSend }: RequestFormProps) {
  const { release } = useCore();
  const [request, setRequest] = useState(sent);
  const { ids, values } = request;
  // Compared as text, because the object is new on every render.
  useEffect(() => setRequest(sent), [JSON.stringify(sent)]);
  const target = makeRequest(path, ids, values);
  const send = (event: Event) => {
    event.preventDefault();
    onSend(target);
  };
  const field = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={values[parameter.name] ?? ''}
      onValue={(value) => setRequest({ ...request, values: { ...values, [parameter.name]: value } })}
    />
  );
  const ranges = path.parameters.filter(isRange);
  return (
    <form class="request-form" onSubmit={send}>
      <p class="request-line">
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
            known={idsAtHand(release, collection).slice(0, OFFERED_IDS)}
            isRequired
            value={ids[n] ?? ''}
            onValue={(id) => setRequest({ ...request, ids: ids.toSpliced(n, 1, id) })}
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
