/** Exports a list as a file: where to, how far it is, and where the file went. Meanwhile it can be cancelled. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { saveAddress } from '../../../shared/contract/page/media-addresses.ts';
import type { TableEvent, TableRequest } from '../../../shared/contract/tables.ts';
import { downloadFrom } from '../../bridge/browser-session.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import type { PageDesk } from '../../state/desk.ts';
import { TABLES } from '../strings.ts';
import { progressNotice } from './notices.tsx';
import { showRefusal } from './saving.tsx';

/** How long the end is shown, in milliseconds: long enough to reach for its button. */
const TOLD_MS = 10_000;

let last = 0;

/** In a window the person chooses a folder first; a browser downloads. @throws when the desk refuses */
export async function exportTable(desk: PageDesk, table: TableRequest): Promise<void> {
  const bridge = desktopBridge();
  const folder = bridge === null ? null : await bridge.chooseOutputFolder('export');
  if (bridge !== null && folder === null) return;
  const id = `table-${++last}`;
  const name = TABLES.names[table.list];
  const stop = new AbortController();
  const report = progressNotice(id, { cancel: TABLES.cancel, cancelOf: TABLES.cancelOf(name) }, () => stop.abort());
  try {
    for await (const { made, rows } of await desk.client.tables.save({ table, folder }, { signal: stop.signal })) {
      if (made === null) {
        report(TABLES.writing(name, rows));
        continue;
      }
      if (folder === null) await downloadFrom(saveAddress(made.id), made.fileName);
      showSaved(desk, made, folder !== null);
      return;
    }
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
  } finally {
    notifications.hide(id);
  }
  if (stop.signal.aborted) notifications.show({ message: TABLES.cancelled(name), role: 'status' });
}

function showSaved({ client }: PageDesk, made: NonNullable<TableEvent['made']>, isInFolder: boolean): void {
  const { canShow, fileName, id } = made;
  const message = (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <span>{isInFolder ? TABLES.savedTo(fileName) : TABLES.saved(fileName)}</span>
      {canShow && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          onClick={() => client.tables.show({ id }).catch(showRefusal)}
        >
          {TABLES.show}
        </Button>
      )}
    </Group>
  );
  notifications.show({ message, role: 'status', autoClose: TOLD_MS });
}
