/** Offers to join what a recorder split into parts, once they are added. Without an answer they stay apart. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ImportReport } from '../../../shared/contract/queue/queue.ts';
import type { PageDesk } from '../../state/desk.ts';
import { offerUndo } from '../messages/notices.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { shownName } from '../text/format.ts';
import classes from './import-report.module.css';
import { PARTS } from './strings.ts';

type Parts = NonNullable<ImportReport['parts']>[number];

export function askAboutParts({ client }: Pick<PageDesk, 'client'>, { parts = [] }: ImportReport): void {
  for (const found of parts) {
    if (found.missing.length > 0) tellMissing(found);
    else ask(client, found);
  }
}

function ask(client: PageDesk['client'], { jobIds, names }: Parts): void {
  const count = names.length;
  const hide = () => notifications.hide(id);
  const join = async () => {
    notifications.update({ id, loading: true, title: PARTS.title(count), message: PARTS.joins(names.map(shownName)) });
    const { jobId } = await client.queue.join({ jobIds }).finally(hide);
    offerUndo(PARTS.joined(count, shownName(names[0] ?? '')), () => client.queue.split({ jobId }));
  };
  const id = notifications.show({
    role: 'status',
    autoClose: false,
    title: PARTS.title(count),
    message: (
      <>
        <p className={classes.words}>{PARTS.joins(names.map(shownName))}</p>
        <Group gap={8}>
          <Button size="compact-sm" fz={12} onClick={() => join().catch(showRefusal)}>
            {PARTS.join}
          </Button>
          <Button size="compact-sm" fz={12} onClick={hide}>
            {PARTS.apart}
          </Button>
        </Group>
      </>
    ),
  });
}

function tellMissing({ missing, names }: Parts): void {
  notifications.show({
    role: 'status',
    color: 'yellow',
    autoClose: 15_000,
    title: PARTS.incompleteTitle,
    message: PARTS.incomplete(names.map(shownName), missing.map(shownName)),
  });
}
