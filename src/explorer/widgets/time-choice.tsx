/** Chooses how a view writes times: in UTC, or in GPS seconds. The choice is the setting `time` in the address. */

import { changeSettings } from '../address/navigate.ts';
import { useNavigate } from '../client/context.ts';
import { Choice } from './controls.tsx';

export function TimeChoice({ isUtc }: { readonly isUtc: boolean }) {
  const navigate = useNavigate();
  return (
    <Choice
      label="Times in"
      options={['UTC', 'GPS']}
      value={isUtc ? 'UTC' : 'GPS'}
      onChoose={(form) => changeSettings(navigate, { time: form === 'UTC' ? null : 'gps' })}
    />
  );
}
