/** A message about what was just done, with a button that takes it back. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showRefusal } from './refusal.ts';
import { MESSAGES } from './strings.ts';

/** How long it can be taken back, in milliseconds. */
const OFFERED_MS = 10_000;

export function offerUndo(message: string, undo: () => Promise<void>): void {
  const id = notifications.show({
    role: 'status',
    autoClose: OFFERED_MS,
    message: (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{message}</span>
        <Button
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo().catch(showRefusal);
          }}
        >
          {MESSAGES.undo}
        </Button>
      </Group>
    ),
  });
}
