/** The choice to look for updates, what was found, and what can be done about it. */

import { Button, Progress, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { UpdateState } from '../../../../shared/domain/updates.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { formatTime } from '../../../components/text/format.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { UPDATES } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';
import classes from './places.module.css';

export function UpdatesSection() {
  const { preferences, change, resetting } = usePreferences();
  const state = useUpdateState();
  if (state === null) return null;
  if (state.kind === 'impossible')
    return <SettingsSection title={UPDATES.title}>{UPDATES.obstacles[state.obstacle]}</SettingsSection>;
  return (
    <SettingsSection title={UPDATES.title} text={UPDATES.text} reset={resetting(UPDATES.title, 'lookForUpdates')}>
      <SettingRow label={UPDATES.setting} standard={UPDATES.standard}>
        <Switch
          aria-label={UPDATES.setting}
          checked={preferences.lookForUpdates}
          onChange={(event) => change({ lookForUpdates: event.currentTarget.checked })}
        />
      </SettingRow>
      <div className={classes.state}>
        <span role="status">{sentenceOf(state)}</span>
        <NextStep state={state} />
      </div>
    </SettingsSection>
  );
}

type PossibleState = Exclude<UpdateState, { readonly kind: 'impossible' }>;

function sentenceOf(state: PossibleState): string {
  switch (state.kind) {
    case 'off':
      return '';
    case 'checking':
      return UPDATES.checking;
    case 'current':
      return UPDATES.current(formatTime(state.checkedAt));
    case 'available':
      return UPDATES.available(state.version);
    case 'downloading':
      return UPDATES.downloading(state.version);
    case 'ready':
      return UPDATES.ready(state.version);
    case 'failed':
      return state.sentence;
  }
}

function NextStep({ state }: { readonly state: PossibleState }) {
  const { updates } = useDesk().client;
  const act = (call: () => Promise<void>) => () => void call().catch(showRefusal);
  switch (state.kind) {
    case 'off':
    case 'checking':
      return null;
    case 'downloading':
      return <Progress className={classes.progress} value={state.share * 100} aria-label={UPDATES.progress} />;
    case 'current':
      return <Button onClick={act(() => updates.check())}>{UPDATES.check}</Button>;
    case 'available':
      return <Button onClick={act(() => updates.download())}>{UPDATES.download}</Button>;
    case 'ready':
      return <Button onClick={act(() => updates.restart())}>{UPDATES.restart}</Button>;
    case 'failed':
      return state.version === null ? (
        <Button onClick={act(() => updates.check())}>{UPDATES.check}</Button>
      ) : (
        <Button onClick={act(() => updates.download())}>{UPDATES.again}</Button>
      );
  }
}

/** Null until the host has said it. */
function useUpdateState(): UpdateState | null {
  const { client } = useDesk();
  const isConnected = useSession(({ link }) => link.kind === 'connected');
  const [state, setState] = useState<UpdateState | null>(null);

  useEffect(() => {
    if (!isConnected) return;
    const ended = new AbortController();
    async function follow(): Promise<void> {
      for await (const event of await client.updates.watch(undefined, { signal: ended.signal })) setState(event.state);
    }
    // Once the connection is back, the effect runs again.
    follow().catch(() => undefined);
    return () => ended.abort();
  }, [client, isConnected]);

  return state;
}
