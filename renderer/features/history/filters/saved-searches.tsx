/** Searches that were given a name. */

import { Button, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { MOST_SAVED, type SavedSearch, viewOf } from '../../../../shared/domain/history/filter-address.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from '../history.module.css';
import type { ViewControl } from '../list/use-history.ts';
import { SAVED } from '../strings.ts';

export function SavedSearches({ control }: { control: ViewControl }) {
  const { client } = useDesk();
  const [saved, setSaved] = useState<readonly SavedSearch[]>([]);
  useEffect(() => {
    client.history
      .saved()
      .then(setSaved)
      .catch(() => undefined);
  }, [client]);

  function keep(next: readonly SavedSearch[]): void {
    setSaved(next);
    client.history.setSaved([...next]).catch(showRefusal);
  }

  const isNew = control.address !== '' && !saved.some(({ address }) => address === control.address);
  if (saved.length === 0 && !isNew) return null;
  return (
    <fieldset className={classes.bar} aria-label={SAVED.label}>
      {saved.length > 0 && <QuietText span>{SAVED.label}</QuietText>}
      {saved.map((search) => (
        <span key={search.name} className={classes.chip} data-set={search.address === control.address || undefined}>
          <Button
            size="compact-sm"
            variant="transparent"
            miw={0}
            c="var(--ct-text)"
            fw={500}
            onClick={() => control.show(viewOf(search.address))}
          >
            {search.name}
          </Button>
          <CloseButton
            size="xs"
            aria-label={SAVED.remove(search.name)}
            onClick={() => keep(saved.filter(({ name }) => name !== search.name))}
          />
        </span>
      ))}
      {isNew && saved.length < MOST_SAVED && (
        <SaveButton
          onSave={(name) =>
            keep([...saved.filter((search) => search.name !== name), { name, address: control.address }])
          }
        />
      )}
    </fieldset>
  );
}

function SaveButton({ onSave }: { onSave: (name: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  function save(): void {
    if (name.trim() === '') return;
    onSave(name.trim());
    setOpen(false);
    setName('');
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start" shadow="md" withinPortal={false}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={13} />}
          onClick={() => setOpen(!isOpen)}
        >
          {SAVED.save}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Group align="end" gap="xs" wrap="nowrap">
            <TextInput
              size="xs"
              label={SAVED.name}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" disabled={name.trim() === ''}>
              {SAVED.confirm}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
