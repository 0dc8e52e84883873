/** Settings for the whole queue, key storage, the data folder and, in a browser, the session. */

import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { endSession, storedSession } from '../../bridge/browser-session.ts';
import { VaultNote } from '../../components/keys/key-storage.tsx';
import { showRefusal } from '../../components/messages/refusal.ts';
import { ColumnPage } from '../../components/pages/column-page.tsx';
import { useSession } from '../../state/desk-context.ts';
import { CeilingField } from './ceiling-field.tsx';
import { ClosingField } from './closing-field.tsx';
import { DensityField } from './density-field.tsx';
import { EndingField } from './ending-field.tsx';
import { LimitField } from './limit-field.tsx';
import { NotificationPermission } from './notification-permission.tsx';
import classes from './settings.module.css';
import { SETTINGS } from './strings.ts';
import { usePreferences } from './use-preferences.ts';

export function SettingsPage() {
  const { preferences, change } = usePreferences();
  const folder = useSession((state) => state.info?.dataDirectory ?? '');
  // A browser's tab can be closed at any time: the desk behind it keeps working. On a Mac the app stays in the Dock.
  const asks = useSession(({ info }) => info?.host === 'desktop' && info.platform !== 'darwin');
  const endScript = useSession(({ info }) => info?.endScript ?? null);
  const notifies = useSession(({ info }) => info?.host === 'browser' && 'Notification' in window);
  const { bandwidth, resend, closing, ending, rows, notifications, keys, data, session } = SETTINGS;
  return (
    <ColumnPage title={SETTINGS.title} lead={SETTINGS.lead}>
      <Section title={bandwidth.title} text={bandwidth.text}>
        <LimitField
          name={bandwidth.upload}
          limit={preferences.uploadLimit}
          onChange={(uploadLimit) => change({ uploadLimit })}
        />
        <LimitField
          name={bandwidth.download}
          limit={preferences.downloadLimit}
          onChange={(downloadLimit) => change({ downloadLimit })}
        />
      </Section>
      <Section title={resend.title} text={resend.text}>
        <CeilingField ceiling={preferences.resendCeiling} onChange={(resendCeiling) => change({ resendCeiling })} />
        <p className={classes.hint}>{resend.hint}</p>
      </Section>
      {asks && (
        <Section title={closing.title} text={closing.text}>
          <ClosingField chosen={preferences.whenClosed} onChange={(whenClosed) => change({ whenClosed })} />
        </Section>
      )}
      {endScript !== null && (
        <Section title={ending.title} text={ending.text}>
          <EndingField
            chosen={preferences.whenEnded}
            script={endScript}
            onChange={(whenEnded) => change({ whenEnded })}
          />
        </Section>
      )}
      <Section title={rows.title} text={rows.text}>
        <DensityField chosen={preferences.density} onChange={(density) => change({ density })} />
      </Section>
      {notifies && (
        <Section title={notifications.title} text={notifications.text}>
          <NotificationPermission />
        </Section>
      )}
      <Section title={keys.title}>
        <VaultNote />
      </Section>
      {folder !== '' && (
        <Section title={data.title} text={data.text}>
          <div className={classes.folder}>
            <code>{folder}</code>
            <CopyButton value={folder}>
              {({ copied, copy }) => (
                <Button size="compact-sm" fz={12} onClick={copy}>
                  {copied ? data.copied : data.copy}
                </Button>
              )}
            </CopyButton>
          </div>
        </Section>
      )}
      {storedSession() !== null && (
        <Section title={session.title} text={session.text}>
          <Button onClick={() => void endSession().catch(showRefusal)}>{session.end}</Button>
        </Section>
      )}
    </ColumnPage>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </section>
  );
}
