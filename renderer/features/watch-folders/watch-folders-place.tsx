/** Settings › Watch folders: a card for each folder, and adding one. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import type { WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import { SettingsPlace, SettingsSection, useHidden } from '../../components/settings/section.tsx';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { WATCH_FORM, WATCH_WORDS } from './strings.ts';
import { WatchFolderCard } from './watch-folder-card.tsx';
import { WatchFolderForm } from './watch-folder-form.tsx';
import classes from './watch-folders.module.css';

export function WatchFoldersPlace() {
  const desk = useDesk();
  const folders = useSession((state) => state.watchFolders);
  const add = (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => askForFolder(desk)}>
      {WATCH_WORDS.add}
    </Button>
  );
  return (
    <SettingsPlace title={WATCH_WORDS.title} lead={WATCH_WORDS.lead} action={add}>
      {folders.length === 0 ? (
        <SettingsSection title={WATCH_WORDS.none} text={WATCH_WORDS.noneText}>
          {null}
        </SettingsSection>
      ) : (
        <Cards folders={folders} />
      )}
    </SettingsPlace>
  );
}

function Cards({ folders }: { folders: readonly WatchFolderView[] }) {
  const ref = useRef<HTMLElement>(null);
  const hidden = useHidden(ref, WATCH_WORDS.title);
  return (
    <section ref={ref} aria-label={WATCH_WORDS.title} hidden={hidden} data-section>
      <ul className={classes.cards}>
        {folders.map((folder) => (
          <li key={folder.path}>
            <WatchFolderCard folder={folder} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function askForFolder(desk: PageDesk): void {
  const id = modals.open({
    title: WATCH_FORM.addTitle,
    size: 520,
    children: <WatchFolderForm desk={desk} onDone={() => modals.close(id)} />,
  });
}
