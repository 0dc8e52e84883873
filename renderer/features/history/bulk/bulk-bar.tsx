/** Above the list while rows are selected: how many, and what can be done with them. */

import { Button, Popover, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { BulkToolbar } from '../../../components/bulk-bar/bulk-bar.tsx';
import { Foot } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { askToSaveAs } from '../../../components/save-as/ask.ts';
import { SAVE_AS } from '../../../components/save-as/strings.ts';
import { askToRestoreAgain } from '../../../components/sending/again-dialog.tsx';
import { AGAIN } from '../../../components/sending/strings.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { changeTag } from './actions.ts';
import { askToDelete } from './delete-dialog.tsx';
import { BULK } from './strings.ts';

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
    <BulkToolbar label={BULK.label} said={BULK.selected(selected.size)} clear={BULK.clear} onClear={onClear}>
      <Button size="compact-sm" onClick={() => askToSaveAs(desk, { jobIds, name: BULK.one, onChanged })}>
        {SAVE_AS.item}
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

interface TagMenuProps {
  readonly jobIds: readonly string[];
  readonly onChanged: () => void;
}

function TagMenu(props: TagMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {BULK.tags}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <TagForm {...props} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function TagForm({ jobIds, onChanged, onDone }: TagMenuProps & { readonly onDone: () => void }) {
  const desk = useDesk();
  const list = useId();
  const [text, setText] = useState('');
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    desk.client.history
      .choices()
      .then(({ tags }) => setKnown(tags))
      // Without them a tag is typed.
      .catch(() => undefined);
  }, [desk]);
  const tag = text.trim();

  function change(isOn: boolean): void {
    if (tag === '') return;
    onDone();
    changeTag(desk, { jobIds, tag, isOn }, onChanged).catch(showRefusal);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    change(true);
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={10} w={240}>
        <TextInput
          label={BULK.tag}
          list={list}
          maxLength={40}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <datalist id={list}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Foot>
          <Button size="compact-sm" variant="default" disabled={tag === ''} onClick={() => change(false)}>
            {BULK.removeTag}
          </Button>
          <Button size="compact-sm" variant="filled" type="submit" disabled={tag === ''}>
            {BULK.addTag}
          </Button>
        </Foot>
      </Stack>
    </form>
  );
}
