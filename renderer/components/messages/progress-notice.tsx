/** Notifications of work that takes a while: how far it is, and what came of it. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

interface ProgressWords {
  readonly cancel: string;
  /** The button's name, which says what is cancelled. */
  readonly cancelOf: string;
}

/** With Cancel. Nothing is there until something is reported. @returns reports how far it is */
export function progressNotice(id: string, words: ProgressWords, cancel: () => void): (words: string) => void {
  let isShown = false;
  return (progress) => {
    const message = (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{progress}</span>
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

interface Finished {
  readonly sentences: readonly string[];
  /** Whether some of it failed. */
  readonly failed?: boolean;
}

const READING_MS = 10_000;

/** Says that it works, then what came of it. A refusal is the caller’s to show. */
export async function withNotice<Result extends Finished>(
  id: string,
  words: string,
  work: () => Promise<Result>,
): Promise<Result> {
  notifications.show({ id, role: 'status', loading: true, autoClose: false, message: words });
  try {
    const result = await work();
    notifications.update({
      id,
      role: 'status',
      loading: false,
      autoClose: READING_MS,
      ...(result.failed === true ? { color: 'red' } : {}),
      message: result.sentences.join(' '),
    });
    return result;
  } catch (thrown) {
    notifications.hide(id);
    throw thrown;
  }
}
