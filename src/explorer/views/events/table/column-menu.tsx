/** The menu for choosing the table's columns. Parameters without values are left out. */

import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { chosenColumns, columnOptions, NAME } from '../../../event-data/columns.ts';
import { CheckList } from '../../../widgets/controls.tsx';
import { Menu } from '../../../widgets/menu.tsx';
import type { EventsState } from '../lists.ts';

export function ColumnMenu({ offer: { columns }, settings, lists }: EventsState) {
  const navigate = useNavigate();
  const shown = chosenColumns(settings.columns, columns, lists.areVersions);
  const set = (names: readonly string[] | null) =>
    changeSettings(navigate, { columns: names && [NAME.name, ...names].join(',') });
  const others = columns.filter(({ kind }) => kind !== 'name');
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
