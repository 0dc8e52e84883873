/** The card of one watch folder: its settings, what it does now, and what it did last. */

import { ActionIcon, Menu, Switch } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconFolder } from '@tabler/icons-react';
import type { WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import type { WatchFolderSettings } from '../../../shared/domain/batch/watch-folders.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { ShortConnectionName } from '../../components/connections/connection-name.tsx';
import { offerUndo } from '../../components/messages/notices.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { shownName } from '../../components/text/format.ts';
import { lastWords, WatchStatusLine } from '../../components/watch-folders/watch-status.tsx';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import { useNow } from '../../state/page-stores.ts';
import { WATCH_FORM, WATCH_WORDS } from './strings.ts';
import { placeWords, WatchFolderForm } from './watch-folder-form.tsx';
import classes from './watch-folders.module.css';

export function WatchFolderCard({ folder }: { folder: WatchFolderView }) {
  const desk = useDesk();
  const name = shownName(folder.path);
  const last = lastWords(folder, useNow());

  function toggle(enabled: boolean): void {
    desk.client.watchFolders.setEnabled({ path: folder.path, enabled }).catch(showRefusal);
  }

  return (
    <article className={classes.card} aria-label={name} data-off={!folder.enabled}>
      <header className={classes.head}>
        <IconFolder size={18} stroke={1.7} aria-hidden="true" />
        <h3 className="cut" title={name}>
          <bdi>{name}</bdi>
        </h3>
        <CardMenu desk={desk} folder={folder} />
        <Switch
          size="sm"
          aria-label={WATCH_WORDS.on(name)}
          checked={folder.enabled}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      </header>
      <Facts folder={folder} />
      <div className={classes.now}>
        <WatchStatusLine folder={folder} />
        {last !== null && <p className={classes.last}>{last}</p>}
      </div>
    </article>
  );
}

function Facts({ folder }: { folder: WatchFolderView }) {
  const { connection, output, preset } = folder;
  return (
    <dl className={classes.facts}>
      <dt>{WATCH_WORDS.preset}</dt>
      <dd data-missing={preset === null}>{preset ?? WATCH_WORDS.presetGone}</dd>
      <dt>{WATCH_WORDS.connection}</dt>
      <dd data-missing={connection === null}>
        {connection === null ? (
          WATCH_WORDS.connectionGone
        ) : (
          <ShortConnectionName id={folder.connectionId} name={connection} />
        )}
      </dd>
      <dt>{WATCH_WORDS.cap}</dt>
      <dd>{capWords(folder)}</dd>
      <dt>{WATCH_WORDS.results}</dt>
      <dd>{placeWords(output)}</dd>
    </dl>
  );
}

function capWords({ capPerDay, isFree, spentToday }: WatchFolderView): string {
  if (capPerDay === null) return isFree ? WATCH_WORDS.free : WATCH_WORDS.noCap;
  return WATCH_WORDS.capADay(formatUsd(capPerDay), formatUsd(spentToday));
}

function CardMenu({ desk, folder }: { desk: PageDesk; folder: WatchFolderView }) {
  function edit(): void {
    const id = modals.open({
      title: WATCH_FORM.editTitle,
      size: 520,
      children: <WatchFolderForm desk={desk} folder={folder} onDone={() => modals.close(id)} />,
    });
  }

  function remove(): void {
    const { watchFolders } = desk.client;
    watchFolders
      .remove({ path: folder.path })
      .then(() => offerUndo(WATCH_WORDS.removed(shownName(folder.path)), () => watchFolders.save(settingsOf(folder))))
      .catch(showRefusal);
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={WATCH_WORDS.actions(shownName(folder.path))}>
          <IconDots size={17} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={edit}>{WATCH_WORDS.edit}</Menu.Item>
        <Menu.Item onClick={remove}>{WATCH_WORDS.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function settingsOf(folder: WatchFolderView): WatchFolderSettings {
  const { capPerDay, connectionId, enabled, output, path, presetId } = folder;
  return { capPerDay, connectionId, enabled, output, path, presetId };
}
