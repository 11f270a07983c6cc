/** One path of the API as a form: a field for each id and parameter. */

import { useEffect, useState } from 'preact/hooks';
import { looksLikeRangeFilter, PAGE_SIZE, type Parameter } from '../../../core/contract/parameters.ts';
import { API_ROOT } from '../../../core/contract/paths.ts';
import { ALLOWED_METHODS } from '../../../core/contract/refusals.ts';
import { withParameters } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { useLoaded } from '../../host/use-answer.ts';
import { type ApiPath, requestOf } from './paths.ts';

/** Maximum number of suggested ids per field. */
const OFFERED_IDS = 200;

interface FieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function ParameterField({ parameter: { name, codec, unit, meaning, default: byDefault }, value, onValue }: FieldProps) {
  const id = `parameter-${name}`;
  const change = (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value);
  const isChoice = codec.kind === 'enum' || codec.kind === 'flag';
  const options = codec.kind === 'flag' ? ['true', 'false'] : (codec.allowed ?? []);
  const known = byDefault === null || byDefault === '' ? '' : String(byDefault);
  return (
    <div class="field">
      <label for={id}>
        {name} {unit !== null && <span class="unit">{unit}</span>}
      </label>
      {isChoice ? (
        <select id={id} value={value} onChange={change} aria-describedby={`${id}-meaning`}>
          <option value="">{known}</option>
          {options.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          id={id}
          value={value}
          placeholder={known}
          spellcheck={false}
          autocomplete="off"
          onInput={change}
          aria-describedby={`${id}-meaning`}
        />
      )}
      <small id={`${id}-meaning`}>{meaning}</small>
    </div>
  );
}

interface IdFieldProps {
  readonly core: Core;
  readonly collection: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Members of entries that are ids, in any collection. */
interface Named {
  readonly name?: string;
  readonly shortName?: string;
  readonly detail_url?: string;
}

function IdField({ core, collection, value, onValue }: IdFieldProps) {
  const known = useLoaded(core, collection, async () => {
    const target = withParameters(collection, { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(OFFERED_IDS) });
    const { results } = await core.json<{ results: readonly Named[] }>(target);
    return results.map(({ shortName, name, detail_url }) => shortName ?? name ?? idAt(detail_url ?? ''));
  });
  const id = `id-${collection}`;
  return (
    <div class="field">
      <label for={id}>{collection} (id)</label>
      <input
        type="text"
        id={id}
        value={value}
        list={`${id}-known`}
        spellcheck={false}
        autocomplete="off"
        required
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <datalist id={`${id}-known`}>
        {known.state === 'ready' && known.value.map((one) => <option key={one} value={one} />)}
      </datalist>
    </div>
  );
}

const idAt = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? '');

const isRange = ({ name }: Parameter): boolean => looksLikeRangeFilter(name);

export interface Request {
  readonly method: string;
  readonly target: string;
}

interface RequestFormProps {
  readonly core: Core;
  readonly path: ApiPath;
  readonly ids: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly method: string;
  readonly onSend: (request: Request) => void;
}

export function RequestForm({
  core,
  path,
  ids: givenIds,
  values: givenValues,
  method: givenMethod,
  onSend,
}: RequestFormProps) {
  const [ids, setIds] = useState(givenIds);
  const [values, setValues] = useState(givenValues);
  const [method, setMethod] = useState(givenMethod);
  const asked = `${givenIds.join('/')}?${JSON.stringify(givenValues)}${givenMethod}`;
  // `asked` represents the input as text, because the objects themselves are new in every render.
  useEffect(() => {
    setIds(givenIds);
    setValues(givenValues);
    setMethod(givenMethod);
  }, [asked]);
  const target = requestOf(path, ids, values);
  const send = (event: Event) => {
    event.preventDefault();
    onSend({ method, target });
  };
  const field = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={values[parameter.name] ?? ''}
      onValue={(value) => setValues({ ...values, [parameter.name]: value })}
    />
  );
  const ranges = path.parameters.filter(isRange);
  return (
    <form class="request-form" onSubmit={send}>
      <p class="request-line">
        <select aria-label="Method" value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
          {ALLOWED_METHODS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <code class="request">
          /{API_ROOT}/{target}
        </code>
        <button type="submit" class="primary">
          Send
        </button>
      </p>
      <div class="fields">
        {path.ids.map((collection, n) => (
          <IdField
            key={collection}
            {...{ core, collection }}
            value={ids[n] ?? ''}
            onValue={(id) => setIds(ids.toSpliced(n, 1, id))}
          />
        ))}
        {path.parameters.filter((one) => !isRange(one)).map(field)}
      </div>
      {ranges.length > 0 && (
        <details open={ranges.some(({ name }) => (values[name] ?? '') !== '')}>
          <summary>Range filters ({ranges.length})</summary>
          <div class="fields">{ranges.map(field)}</div>
        </details>
      )}
    </form>
  );
}
