/** Removing a connection, which asks first. */

import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import type { Desk } from '../../../state/desk.ts';
import { distinctName } from '../../../state/session-store.ts';
import { needOf, needWords } from '../connection-need.ts';
import { CONNECTIONS, NEEDED } from '../strings.ts';

/** Id of the button that adds a service: the focus goes there when the card that had it is gone. */
export const ADD_BUTTON = 'add-service';

/** Asks before removing, or explains why the connection can't be removed yet. */
export function confirmRemoval(desk: Desk, connection: ConnectionView): void {
  const name = distinctName(desk.session.getState(), connection);
  const need = needOf(desk.queue.getState().jobs.values(), connection.id);
  if (need.begun + need.notStarted > 0) {
    const id = modals.open({
      title: NEEDED.title(name),
      children: (
        <>
          {needWords(need).map((words) => (
            <Text key={words} size="sm" mb="xs">
              {words}
            </Text>
          ))}
          <Button
            mt="xs"
            fullWidth
            variant="filled"
            data-autofocus
            onClick={() => {
              modals.close(id);
              desk.goTo('desk');
            }}
          >
            {NEEDED.toDesk}
          </Button>
        </>
      ),
    });
    return;
  }
  modals.openConfirmModal({
    title: CONNECTIONS.removeTitle(name),
    children: <Text size="sm">{CONNECTIONS.removeText}</Text>,
    labels: { confirm: CONNECTIONS.remove, cancel: CONNECTIONS.keep },
    confirmProps: { variant: 'filled', color: 'red.9' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: () =>
      desk.client.connections
        .remove({ connectionId: connection.id })
        .then(() => desk.refreshConnections())
        .then(() => requestAnimationFrame(() => document.getElementById(ADD_BUTTON)?.focus({ preventScroll: true })))
        .catch(showRefusal),
  });
}
