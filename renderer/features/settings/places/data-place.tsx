/** Settings › Data: where keys and everything else are kept, and, in a browser, the session. */

import { Button, Group, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { endSession, storedSession } from '../../../bridge/browser-session.ts';
import { VaultNote } from '../../../components/keys/key-storage.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { ExportDialog } from '../care/archive/export-dialog.tsx';
import { ImportDialog } from '../care/archive/import-dialog.tsx';
import { BackupsSection } from '../care/backups-section.tsx';
import { FolderSection } from '../care/folder/folder-section.tsx';
import { SpaceSection } from '../care/space-section.tsx';
import { Waiting, when } from '../care/steps.tsx';
import { ARCHIVE_WORDS, COPIES } from '../care/strings.ts';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';
import { DiagnosticsSection } from './diagnostics-section.tsx';

export function DataPlace() {
  const folder = useSession((state) => state.info?.dataDirectory ?? '');
  const { dataPlace, keys, session } = SETTINGS;
  return (
    <SettingsPlace title={dataPlace.title}>
      {folder !== '' && <FolderSection folder={folder} />}
      <SpaceSection />
      <CopiesSection />
      <BackupsSection />
      <ArchiveSection />
      <SettingsSection title={keys.title}>
        <VaultNote />
      </SettingsSection>
      <DiagnosticsSection />
      {storedSession() !== null && (
        <SettingsSection title={session.title} text={session.text}>
          <Button onClick={() => void endSession().catch(showRefusal)}>{session.end}</Button>
        </SettingsSection>
      )}
    </SettingsPlace>
  );
}

function CopiesSection() {
  const { preferences, change, resetting } = usePreferences();
  return (
    <SettingsSection title={COPIES.title} text={COPIES.text} reset={resetting(COPIES.title, 'keepsListeningCopies')}>
      <SettingRow label={COPIES.keep} note={COPIES.note} standard={COPIES.off}>
        <Switch
          aria-label={COPIES.keep}
          checked={preferences.keepsListeningCopies}
          onChange={(event) => change({ keepsListeningCopies: event.currentTarget.checked })}
        />
      </SettingRow>
    </SettingsSection>
  );
}

function ArchiveSection() {
  const { client } = useDesk();
  const [pending, setPending] = useState<number | null>(null);
  const [open, setOpen] = useState<'export' | 'import' | null>(null);

  const look = () => client.care.importState().then((state) => setPending(state.pending));

  useEffect(() => {
    client.care.importState().then((state) => setPending(state.pending), showRefusal);
  }, [client]);

  function close(): void {
    setOpen(null);
    look().catch(showRefusal);
  }

  return (
    <SettingsSection title={ARCHIVE_WORDS.title} text={ARCHIVE_WORDS.text}>
      {pending !== null && (
        <Waiting
          words={ARCHIVE_WORDS.pending(when(pending))}
          stay={ARCHIVE_WORDS.stay}
          onStay={() => void client.care.forgetImport().then(look).catch(showRefusal)}
        />
      )}
      <Group gap="8px 14px">
        <Button onClick={() => setOpen('export')}>{ARCHIVE_WORDS.export}</Button>
        <Button onClick={() => setOpen('import')}>{ARCHIVE_WORDS.import}</Button>
      </Group>
      {open === 'export' && <ExportDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </SettingsSection>
  );
}
