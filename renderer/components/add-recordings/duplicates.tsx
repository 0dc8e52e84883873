/** Asks once for each import what happens to recordings that were restored before. Without an answer their results are used. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ImportReport } from '../../../shared/contract/queue/queue.ts';
import type { PageDesk } from '../../state/desk.ts';
import { showRefusal } from '../messages/saving.tsx';
import classes from './import-report.module.css';
import { ADD_DUPLICATES } from './strings.ts';

export function askAboutDuplicates(
  { client }: Pick<PageDesk, 'client'>,
  { jobIds: all, restoredBefore = [], twice = [] }: ImportReport,
): void {
  if (twice.length > 0) showTwice(twice);
  if (restoredBefore.length === 0) return;
  const jobIds = [...restoredBefore];
  const answer = (act: () => Promise<unknown>) => () => {
    notifications.hide(id);
    act().catch(showRefusal);
  };
  const id = notifications.show({
    role: 'status',
    autoClose: false,
    title: ADD_DUPLICATES.title(jobIds.length, all.length),
    message: (
      <>
        <p className={classes.words}>{ADD_DUPLICATES.used}</p>
        <Group gap={8}>
          <Button size="compact-sm" fz={12} onClick={() => notifications.hide(id)}>
            {ADD_DUPLICATES.keep}
          </Button>
          <Button
            size="compact-sm"
            fz={12}
            onClick={answer(() => client.queue.change({ jobIds, changes: { reuse: false } }))}
          >
            {ADD_DUPLICATES.again}
          </Button>
          <Button size="compact-sm" fz={12} onClick={answer(() => client.queue.remove({ jobIds }))}>
            {ADD_DUPLICATES.skip}
          </Button>
        </Group>
      </>
    ),
  });
}

function showTwice(twice: NonNullable<ImportReport['twice']>): void {
  const [first] = twice;
  if (first === undefined) return;
  notifications.show({
    role: 'status',
    autoClose: 15_000,
    title: ADD_DUPLICATES.twice(twice.length),
    message: ADD_DUPLICATES.same(nameOf(first.path), nameOf(first.sameAs)),
  });
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
