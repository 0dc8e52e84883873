/** Asks for the key of a connection, wherever the person is. */

import { modals } from '@mantine/modals';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { CONNECTIONS } from '../../features/connections/strings.ts';
import type { Desk } from '../../state/desk.ts';
import { nameApart } from '../../state/session-store.ts';
import { KeyForm } from './key-form.tsx';

export function askForKey(desk: Desk, connection: Pick<ConnectionView, 'id' | 'name' | 'baseUrl'>): void {
  const id = modals.open({
    title: `${CONNECTIONS.keyTitle} · ${nameApart(desk.session.getState(), connection)}`,
    children: <KeyForm desk={desk} connectionId={connection.id} onDone={() => modals.close(id)} />,
  });
}
