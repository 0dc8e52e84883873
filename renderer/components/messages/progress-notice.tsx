/** A notification that says how far something is, with Cancel. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

interface ProgressWords {
  readonly cancel: string;
  /** The button's name, which says what is cancelled. */
  readonly cancelOf: string;
}

/** Nothing is there until something is told. @returns tells how far it is */
export function progressNotice(id: string, words: ProgressWords, cancel: () => void): (words: string) => void {
  let isShown = false;
  return (told) => {
    const message = (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{told}</span>
        <Button size="compact-sm" variant="default" aria-label={words.cancelOf} onClick={cancel}>
          {words.cancel}
        </Button>
      </Group>
    );
    const notification = { id, message, loading: true, autoClose: false, withCloseButton: false } as const;
    if (isShown) notifications.update({ ...notification, role: 'status' });
    else notifications.show({ ...notification, role: 'status' });
    isShown = true;
  };
}
