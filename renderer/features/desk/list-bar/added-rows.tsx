/** Says what was just added below the rows in view, and leads there. */

import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { clearAdded } from '../../../state/queue-store.ts';
import { visibleOf } from '../../../state/rows/visible.ts';
import { scrollToRow, viewStore } from '../../../state/view-store.ts';
import { ADDED } from '../strings.ts';
import classes from './list-bar.module.css';

export function AddedRows() {
  const desk = useDesk();
  const added = useQueue((state) => state.added);
  const [first] = added;
  if (first === undefined) return null;

  function show(id: string): void {
    if (!visibleOf(desk).includes(id)) viewStore.setState({ filter: 'all', search: '' });
    scrollToRow(id, true);
    clearAdded(desk.queue);
  }

  return (
    <Button
      size="compact-sm"
      variant="light"
      className={classes.command}
      rightSection={<IconArrowDown size={13} stroke={2} />}
      onClick={() => show(first)}
    >
      {ADDED.show(added.length)}
    </Button>
  );
}
