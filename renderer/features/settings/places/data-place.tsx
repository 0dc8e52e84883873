/** Settings › Data: where keys and everything else are kept, diagnostics, and, in a browser, the session. */

import { Button, Checkbox, CopyButton, Group, Modal, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { diagnosticsAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { SavedText } from '../../../../shared/contract/system.ts';
import { endSession, saveText, storedSession } from '../../../bridge/browser-session.ts';
import { VaultNote } from '../../../components/connections/key-form.tsx';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { SettingRow, SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
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
import classes from './places.module.css';

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

function DiagnosticsSection() {
  const { client } = useDesk();
  const [names, setNames] = useState(false);
  const [shown, setShown] = useState<SavedText | null>(null);
  const { diagnostics } = SETTINGS;
  return (
    <SettingsSection title={diagnostics.title} text={diagnostics.text}>
      <div className={classes.actions}>
        <Checkbox
          label={diagnostics.names}
          checked={names}
          onChange={(event) => setNames(event.currentTarget.checked)}
        />
        <Button onClick={() => client.system.diagnostics({ names }).then(setShown, showRefusal)}>
          {diagnostics.show}
        </Button>
      </div>
      {shown !== null && <Preview shown={shown} onClose={() => setShown(null)} />}
    </SettingsSection>
  );
}

function Preview({ shown: { fileName, text }, onClose }: { shown: SavedText; onClose: () => void }) {
  const { diagnostics } = SETTINGS;
  return (
    <Modal opened onClose={onClose} title={diagnostics.preview} size="min(900px, 92vw)">
      <QuietText m="0 0 10px">{diagnostics.exactly}</QuietText>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.preview} tabIndex={0} aria-label={diagnostics.content}>
        <pre>{text}</pre>
      </section>
      <div className={classes.actions}>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? diagnostics.copied : diagnostics.copy}</Button>}
        </CopyButton>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            saveText(text, fileName, diagnosticsAddress());
            onClose();
          }}
        >
          {diagnostics.save(fileName)}
        </Button>
      </div>
    </Modal>
  );
}
