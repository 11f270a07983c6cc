/** The menu for choosing the table's columns. Parameters without values are left out. */

import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { columnOptions, NAME } from '../../../event-data/columns.ts';
import { CheckList } from '../../../widgets/controls.tsx';
import { Menu } from '../../../widgets/menu.tsx';
import { shownColumns } from '../offer.ts';
import type { TableProps } from './table.tsx';

export function ColumnMenu({ offer, settings, lists, isBeside }: Omit<TableProps, 'onPoint'>) {
  const navigate = useNavigate();
  const shown = shownColumns(offer, settings, lists.areVersions, isBeside);
  const set = (names: readonly string[] | null) =>
    changeSettings(navigate, { columns: names && [NAME.name, ...names].join(',') });
  const others = offer.columns.filter(({ kind }) => kind !== 'name');
  const chosen = shown.map(({ name }) => name);
  return (
    <div class="column-tools">
      <Menu title="Columns" class="options">
        <CheckList {...columnOptions(others, lists.unfiltered, chosen)} chosen={chosen} onChoose={set} />
        <p class="buttons row">
          <button type="button" onClick={() => set(null)}>
            Default columns
          </button>
        </p>
      </Menu>
    </div>
  );
}
