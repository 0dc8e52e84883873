/** Notices about the data folder and about accounts, shown until they are dismissed; and the line of watch folders. */

import { Button } from '@mantine/core';
import { IconCoins, IconDatabaseHeart, IconDatabaseX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Notice } from '../../../../shared/contract/system.ts';
import type { WatchFolderView } from '../../../../shared/contract/watch-folders.ts';
import { Banner } from '../../../components/messages/banner.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import { lastWords, WatchStatusLine, watchStatus } from '../../../components/watch-folders/watch-status.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { announce, useNow } from '../../../state/page-stores.ts';
import { NOTICES, WATCH_LINE } from '../strings.ts';
import classes from './notices.module.css';

export function Notices() {
  const desk = useDesk();
  const notices = useSession((state) => state.notices);
  const announced = useRef(new Set<string>());

  useEffect(() => {
    const fresh = notices.filter(({ id }) => !announced.current.has(id));
    for (const { id } of fresh) announced.current.add(id);
    if (fresh.length > 0) announce(fresh.map(({ sentence }) => sentence).join(' '));
  }, [notices]);

  function dismiss(notice: Notice, button: HTMLElement): void {
    const next = nextButton(button);
    desk.dismissNotice(notice.id).catch(showRefusal);
    next?.focus();
  }

  return notices.map((notice) => (
    <Banner
      key={notice.id}
      label={NOTICES.labels[notice.kind]}
      tone={notice.kind === 'recovered' ? 'calm' : 'warn'}
      icon={iconOf(notice)}
      action={
        <Button h={30} fz={12} onClick={(event) => dismiss(notice, event.currentTarget)}>
          {NOTICES.dismiss}
        </Button>
      }
    >
      {notice.sentence}
    </Banner>
  ));
}

function iconOf({ kind }: Notice) {
  if (kind === 'alert') return <IconCoins size={20} />;
  return kind === 'recovered' ? <IconDatabaseHeart size={20} /> : <IconDatabaseX size={20} />;
}

/** The next button on the page, so that the focus isn't lost with the dismissed notice. */
function nextButton(button: HTMLElement): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>('#content button:not([disabled])')];
  return buttons[buttons.indexOf(button) + 1];
}

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
