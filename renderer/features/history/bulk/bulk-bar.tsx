/** Above the list while rows are selected: how many, and what can be done with them. */

import { Button } from '@mantine/core';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { askToRestoreAgain } from '../again/again-dialog.tsx';
import { AGAIN } from '../again/strings.ts';
import { deliverAgain } from './actions.ts';
import classes from './bulk.module.css';
import { askToDelete } from './delete-dialog.tsx';
import { BULK } from './strings.ts';
import { TagMenu } from './tag-menu.tsx';

interface BulkBarProps {
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
  readonly onChanged: (deleted?: readonly string[]) => void;
}

export function BulkBar({ selected, onClear, onChanged }: BulkBarProps) {
  const desk = useDesk();
  if (selected.size === 0) return null;
  const jobIds = [...selected];
  return (
    <div className={classes.bar} role="toolbar" aria-label={BULK.label}>
      <span className={classes.count} role="status">
        {BULK.selected(selected.size)}
      </span>
      <Button size="compact-sm" onClick={() => deliverAgain(desk, jobIds, onChanged).catch(showRefusal)}>
        {BULK.deliver}
      </Button>
      <Button size="compact-sm" onClick={() => askToRestoreAgain(jobIds, BULK.one)}>
        {AGAIN.item}
      </Button>
      <TagMenu jobIds={jobIds} onChanged={onChanged} />
      <Button
        size="compact-sm"
        className={classes.destructive}
        onClick={() =>
          askToDelete(jobIds, BULK.one, (deleted) => {
            onClear();
            onChanged(deleted);
          })
        }
      >
        {BULK.remove}
      </Button>
      <button type="button" className={classes.clear} onClick={onClear}>
        {BULK.clear}
        <span aria-hidden="true">
          <KeyCap>Esc</KeyCap>
        </span>
      </button>
    </div>
  );
}
