/** Settings › Data: where keys and everything else are kept, and, in a browser, the session. */

import { Button, CopyButton } from '@mantine/core';
import { endSession, storedSession } from '../../../bridge/browser-session.ts';
import { VaultNote } from '../../../components/keys/key-storage.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { SettingsPlace } from '../../../components/settings/place.tsx';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { SETTINGS } from '../strings.ts';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import classes from './places.module.css';

export function DataPlace() {
  const folder = useSession((state) => state.info?.dataDirectory ?? '');
  const { dataPlace, keys, session } = SETTINGS;
  return (
    <SettingsPlace title={dataPlace.title}>
      {folder !== '' && <DataFolder folder={folder} />}
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

function DataFolder({ folder }: { folder: string }) {
  const { client } = useDesk();
  const inWindow = useSession(({ info }) => info?.host === 'desktop');
  const { data } = SETTINGS;
  return (
    <SettingsSection title={data.title} text={data.text}>
      <div className={classes.folder}>
        <code>{folder}</code>
        <div className={classes.buttons}>
          {inWindow && (
            <Button size="compact-sm" fz={12} onClick={() => client.system.showDataFolder().catch(showRefusal)}>
              {data.show}
            </Button>
          )}
          <CopyButton value={folder}>
            {({ copied, copy }) => (
              <Button size="compact-sm" fz={12} onClick={copy}>
                {copied ? data.copied : data.copy}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
      <p className={classes.moving}>{data.moving}</p>
    </SettingsSection>
  );
}
