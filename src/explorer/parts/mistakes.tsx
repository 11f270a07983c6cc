/** The place of the mistakes in a request, whose code is loaded when a request may have some: few visitors need it. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MistakesProps } from './mistake-list.tsx';

export function Mistakes(props: MistakesProps) {
  const [Shown, setShown] = useState<ComponentType<MistakesProps> | null>(null);
  useEffect(() => {
    // Without them, the refusal still says what is wrong.
    import('./mistake-list.tsx').then(
      ({ MistakeList }) => setShown(() => MistakeList),
      () => {},
    );
  }, []);
  return Shown && <Shown {...props} />;
}
