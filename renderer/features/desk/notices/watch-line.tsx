/** Watch folders on the desk: what each does and did last, in a line that leads to Settings. */

import { Button } from '@mantine/core';
import type { WatchFolderView } from '../../../../shared/contract/watch-folders.ts';
import { shownName } from '../../../components/text/format.ts';
import { lastWords, WatchStatusLine, watchStatus } from '../../../components/watch-folders/watch-status.tsx';
import { useNow } from '../../../state/clock-store.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { WATCH_LINE } from '../strings.ts';
import classes from './watch-line.module.css';

/** Folders shown at once: those that need something come first. */
const MOST_SHOWN = 2;
const ORDER = ['bad', 'wait', 'busy', 'good', 'off'] as const;

export function WatchLine() {
  const desk = useDesk();
  const folders = useSession((state) => state.watchFolders);
  if (folders.length === 0) return null;
  const sorted = folders.toSorted((one, other) => rankOf(one) - rankOf(other));
  const rest = folders.length - MOST_SHOWN;
  return (
    <section className={classes.line} aria-label={WATCH_LINE.title}>
      <ul>
        {sorted.slice(0, MOST_SHOWN).map((folder) => (
          <WatchItem key={folder.path} folder={folder} />
        ))}
        {rest > 0 && <li className={classes.rest}>{WATCH_LINE.more(rest)}</li>}
      </ul>
      <Button size="compact-sm" fz={12} variant="subtle" onClick={() => desk.goToSettings('watch-folders')}>
        {WATCH_LINE.open}
      </Button>
    </section>
  );
}

function WatchItem({ folder }: { folder: WatchFolderView }) {
  const last = lastWords(folder, useNow());
  return (
    <li title={shownName(folder.path)}>
      <b>
        <bdi>{folderName(folder.path)}</bdi>
      </b>
      <WatchStatusLine folder={folder} />
      {last !== null && <span className={classes.last}>{last}</span>}
    </li>
  );
}

function rankOf(folder: WatchFolderView): number {
  return ORDER.indexOf(watchStatus(folder).tone);
}

/** The last part of the path; the whole path is in the tooltip and in Settings. */
function folderName(path: string): string {
  return shownName(path.split(/[\\/]/).findLast((part) => part !== '') ?? path);
}
