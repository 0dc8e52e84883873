/** Above the list while rows are selected: how many, and what can be done with them. */

import { Button } from '@mantine/core';
import { BulkToolbar } from '../../../components/bulk-bar/bulk-bar.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { askToRestoreAgain } from '../again/again-dialog.tsx';
import { AGAIN } from '../again/strings.ts';
import { deliverAgain } from './actions.ts';
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
    <BulkToolbar
      label={BULK.label}
      line="above"
      said={BULK.selected(selected.size)}
      clear={BULK.clear}
      onClear={onClear}
    >
      <Button size="compact-sm" onClick={() => deliverAgain(desk, jobIds, onChanged).catch(showRefusal)}>
        {BULK.deliver}
      </Button>
      <Button size="compact-sm" onClick={() => askToRestoreAgain(jobIds, BULK.one)}>
        {AGAIN.item}
      </Button>
      <TagMenu jobIds={jobIds} onChanged={onChanged} />
      <Button
        size="compact-sm"
        data-destructive
        onClick={() =>
          askToDelete(jobIds, BULK.one, (deleted) => {
            onClear();
            onChanged(deleted);
          })
        }
      >
        {BULK.remove}
      </Button>
    </BulkToolbar>
  );
}
