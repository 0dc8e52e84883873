/** After a decision about a recording in review: says so, and offers the next one, or the desk. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Desk } from '../../../state/desk.ts';
import { HELD } from './strings.ts';

const MESSAGE = 'review-next';
const OFFERED_MS = 10_000;

/** @param words what was decided about the job */
export function offerNext(desk: Desk, jobId: string, words: string): void {
  const { jobs, order } = desk.queue.getState();
  const left = order.filter((id) => id !== jobId && jobs.get(id)?.state.kind === 'in-review');
  const [next] = left;
  const go = (): void => {
    notifications.hide(MESSAGE);
    if (next === undefined) desk.goTo('desk');
    else desk.goTo('listen', next);
  };
  notifications.hide(MESSAGE);
  notifications.show({
    id: MESSAGE,
    role: 'status',
    autoClose: OFFERED_MS,
    withCloseButton: false,
    message: (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{words}</span>
        <Button size="compact-sm" variant="default" onClick={go}>
          {next === undefined ? HELD.toDesk : HELD.next(left.length)}
        </Button>
      </Group>
    ),
  });
}
