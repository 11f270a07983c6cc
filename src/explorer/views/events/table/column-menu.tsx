/** The menu for choosing the table's columns. Parameters without values are left out. */

import { changeSettings } from '../../../address/use-address.ts';
import type { ViewProps } from '../../../host/view.ts';
import { CheckList } from '../../../parts/controls.tsx';
import { Help } from '../../../parts/help.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { Name } from '../../../parts/name.tsx';
import { longName } from '../../../parts/parameter-names.ts';
import { columnOptions, NAME } from '../columns.ts';
import type { ShownEvents } from '../shown-events.ts';

interface ColumnMenuProps extends Pick<ViewProps, 'navigate'> {
  readonly events: ShownEvents;
}

/** Explains the quantities shown, for devices without a pointer that can hover over the column heads. */
function ColumnHelp({ shown }: Pick<ShownEvents, 'shown'>) {
  const explained = shown.filter(({ explanation }) => explanation !== undefined);
  if (explained.length === 0) return null;
  const text = explained.map((column) => (
    <span key={column.name}>
      <b>
        <Name text={column.kind === 'parameter' ? longName(column.parameter) : column.short} />
      </b>{' '}
      {column.explanation}
    </span>
  ));
  return <Help id="columns-help" title="in each column" text={text} />;
}

export function ColumnMenu({ events: { columns, shown, pool }, navigate }: ColumnMenuProps) {
  const set = (names: readonly string[] | null) =>
    changeSettings(navigate, { columns: names && [NAME.name, ...names].join(',') });
  const others = columns.filter((column) => column !== NAME);
  const chosen = shown.map(({ name }) => name);
  return (
    <div class="column-tools">
      <ColumnHelp shown={shown} />
      <Menu title="Columns" kind="options">
        <CheckList {...columnOptions(others, pool, chosen)} chosen={chosen} onChoose={set} />
        <p class="buttons">
          <button type="button" onClick={() => set(null)}>
            Default columns
          </button>
        </p>
      </Menu>
    </div>
  );
}
