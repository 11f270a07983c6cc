/** The menu for choosing the table's columns. Parameters without values are left out. */

import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { chosenColumns, columnOptions, type EventColumn, NAME } from '../../../event-data/columns.ts';
import { longName } from '../../../text/parameter-names.ts';
import { CheckList } from '../../../widgets/controls.tsx';
import { Help } from '../../../widgets/help.tsx';
import { Menu } from '../../../widgets/menu.tsx';
import { Name } from '../../../widgets/name.tsx';
import type { EventsState } from '../lists.ts';

/** Explains the quantities shown, for devices without a pointer that can hover over the column heads. */
function ColumnHelp({ shown }: { readonly shown: readonly EventColumn[] }) {
  const explained = shown.filter(({ explanation }) => explanation !== undefined);
  if (explained.length === 0) return null;
  const text = explained.map((column) => (
    <span key={column.name}>
      <b>
        <Name text={column.parameter ? longName(column.parameter) : column.short} />
      </b>{' '}
      {column.explanation}
    </span>
  ));
  return <Help id="columns-help" title="in each column" text={text} />;
}

export function ColumnMenu({ offer: { columns }, settings, lists }: EventsState) {
  const navigate = useNavigate();
  const shown = chosenColumns(settings.columns, columns, lists.areVersions);
  const set = (names: readonly string[] | null) =>
    changeSettings(navigate, { columns: names && [NAME.name, ...names].join(',') });
  const others = columns.filter(({ kind }) => kind !== 'name');
  const chosen = shown.map(({ name }) => name);
  return (
    <div class="column-tools">
      <ColumnHelp shown={shown} />
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
