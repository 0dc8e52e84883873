/** A dialog for the connection of some recordings that wait for Start. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { ConnectionRadios } from '../../../components/connections/connection-name.tsx';
import { DialogBody, QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useSession } from '../../../state/desk-context.ts';
import { isStoppedByBilling, keyProblem } from '../../../state/session-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import classes from './own.module.css';
import { MOVING, OWN } from './strings.ts';
import { moveRows, waitingAmong } from './waiting-rows.ts';

export function askForConnection(desk: PageDesk, jobIds: readonly string[]): void {
  const waiting = waitingAmong(desk, jobIds);
  const [first] = waiting;
  if (first === undefined) {
    notifications.show({ role: 'status', message: OWN.tooLate });
    return;
  }
  const places = new Set(waiting.map(({ connectionId }) => connectionId));
  const id = modals.open({
    title: MOVING.title(waiting.length, shownName(first.name)),
    size: 460,
    onClose: backToRow,
    children: (
      <ConnectionDialog
        present={places.size === 1 ? first.connectionId : null}
        count={waiting.length}
        started={jobIds.length - waiting.length}
        onMove={(connection) => {
          modals.close(id);
          moveRows(desk, waiting, connection.id)
            .then((moved) => notifications.show({ role: 'status', message: MOVING.moved(moved, connection.name) }))
            .catch(showRefusal);
        }}
        onClose={() => modals.close(id)}
      />
    ),
  });
}

interface ConnectionDialogProps {
  /** The connection that all of them have; null where they differ. */
  readonly present: string | null;
  readonly count: number;
  readonly started: number;
  readonly onMove: (connection: ConnectionView) => void;
  readonly onClose: () => void;
}

function ConnectionDialog({ present, count, started, onMove, onClose }: ConnectionDialogProps) {
  const connections = useSession((state) => state.connections);
  const [chosen, setChosen] = useState(present ?? '');
  const connection = connections.find(({ id }) => id === chosen);
  return (
    <DialogBody>
      <ConnectionRadios
        connections={connections}
        label={MOVING.group}
        chosen={chosen}
        onChoose={setChosen}
        note={(one) => [priceWords(one), problemWords(one)].filter((words) => words !== null).join('. ')}
        mt={8}
      />
      {started > 0 && (
        <QuietText fz={12} lh={1.4}>
          {OWN.started(started)}
        </QuietText>
      )}
      <div className={classes.foot}>
        <Button onClick={onClose}>{OWN.cancel}</Button>
        <Button
          variant="filled"
          disabled={connection === undefined || chosen === present}
          onClick={() => connection !== undefined && onMove(connection)}
        >
          {MOVING.move(count)}
        </Button>
      </div>
    </DialogBody>
  );
}

function priceWords({ prices }: Pick<ConnectionView, 'prices'>): string {
  const known = Object.values(prices).filter((price) => price !== null);
  if (known.length === 0) return MOVING.noPrice;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return most === 0 ? MOVING.free : MOVING.perMinute(formatUsd(least * 60), formatUsd(most * 60));
}

function problemWords(connection: ConnectionView): string | null {
  const key = keyProblem(connection);
  if (key !== null) return MOVING.problems[key];
  return isStoppedByBilling(connection) ? MOVING.problems.billing : null;
}
