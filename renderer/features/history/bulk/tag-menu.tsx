/** Gives selected recordings a tag, or takes it away. */

import { Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Foot } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { changeTag } from './actions.ts';
import { BULK } from './strings.ts';
import classes from './tags.module.css';

interface TagMenuProps {
  readonly jobIds: readonly string[];
  readonly onChanged: () => void;
}

export function TagMenu(props: TagMenuProps) {
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
    <form className={classes.tags} onSubmit={submit}>
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
    </form>
  );
}
