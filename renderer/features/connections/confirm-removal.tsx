/** Removing a connection, which asks first, and what still needs it. */

import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import { formatUsd, type MicroUsd } from '../../../shared/domain/money.ts';
import { showRefusal } from '../../components/messages/saving.tsx';
import type { PageDesk } from '../../state/desk.ts';
import { distinctName } from '../../state/session-store.ts';
import { CONNECTIONS, NEEDED } from './strings.ts';

/** Id of the button that adds a service: the focus goes there when the card that had it is gone. */
export const ADD_BUTTON = 'add-service';

/** Asks before removing, or explains why the connection can't be removed yet. */
export function confirmRemoval(desk: PageDesk, connection: ConnectionView): void {
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

export interface ConnectionNeed {
  /** Started and not finished. */
  readonly begun: number;
  readonly notStarted: number;
  /** Holds in micro-USD, as far as prices are known. */
  readonly held: MicroUsd;
}

export function needOf(jobs: Iterable<JobView>, connectionId: string): ConnectionNeed {
  let [begun, notStarted, held] = [0, 0, 0];
  for (const job of jobs) {
    if (job.connectionId !== connectionId || isFinal(job.state)) continue;
    if (job.started) begun += 1;
    else notStarted += 1;
    for (const { amount, charged, state } of job.generations) {
      if (!charged && state !== 'ready' && state !== 'failed' && state !== 'stored') held += amount ?? 0;
    }
  }
  return { begun, notStarted, held };
}

/** One paragraph for each reason, with what to do. */
function needWords({ begun, notStarted, held }: ConnectionNeed): readonly string[] {
  return [
    ...(begun > 0 ? [NEEDED.begun(begun)] : []),
    ...(held > 0 ? [NEEDED.held(formatUsd(held))] : []),
    ...(notStarted > 0 ? [NEEDED.notStarted(notStarted)] : []),
  ];
}
