/** Settings › Data: where keys and everything else are kept, and, in a browser, the session. */

import { Button } from '@mantine/core';
import { endSession, storedSession } from '../../../bridge/browser-session.ts';
import { VaultNote } from '../../../components/keys/key-storage.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { useSession } from '../../../state/desk-context.ts';
import { ArchiveSection } from '../care/archive/archive-section.tsx';
import { BackupsSection } from '../care/backups-section.tsx';
import { CopiesSection } from '../care/copies-section.tsx';
import { FolderSection } from '../care/folder/folder-section.tsx';
import { SpaceSection } from '../care/space-section.tsx';
import { SETTINGS } from '../strings.ts';
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
