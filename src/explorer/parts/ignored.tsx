/** Names the parameters of an address that its request ignores, each with the one that was probably meant. */

import { API_ROOT } from '../../core/contract/paths.ts';
import { resolvePath } from '../../core/contract/resolve-path.ts';
import { findIgnored } from '../../core/handler/find-ignored.ts';
import { parametersOf, pathOf } from '../address/address.ts';
import { suggest } from '../host/names.ts';
import type { ViewProps } from '../shell/router.tsx';
import { viewOf } from '../shell/routes.ts';
import { FILTERS } from '../views/strain/strain-address.ts';

export function Ignored({ core, address: { target } }: Pick<ViewProps, 'core' | 'address'>) {
  const { basePath, collections } = core.release;
  const found = resolvePath(`${basePath}/${API_ROOT}/${pathOf(target)}`, basePath, collections);
  // The strain view takes its interval from requests of which it is no parameter, too.
  const used: readonly string[] = viewOf(target) === 'strain' ? Object.values(FILTERS) : [];
  const all = findIgnored(parametersOf(target).toString(), found, suggest).filter(({ name }) => !used.includes(name));
  if (all.length === 0) return null;
  return (
    <p class="ignored lead" role="status">
      This address has parameters that the API ignores: {all.map(({ name, why }) => `${name} (${why})`).join(', ')}.
    </p>
  );
}
