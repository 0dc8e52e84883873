/** The backups of the history: when, what they hold, whether they are whole, and the way back to one. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useState } from 'react';
import type { BackupChecked, BackupsView, BackupView } from '../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../shared/domain/units.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from './care.module.css';
import { Waiting, when } from './steps.tsx';
import { BACKUPS } from './strings.ts';

export function BackupsSection() {
  const { client } = useDesk();
  const [view, setView] = useState<BackupsView | null>(null);

  useEffect(() => {
    client.care.backups().then(setView, showRefusal);
  }, [client]);

  const choose = (name: string | null) =>
    void client.care
      .chooseBackup({ name })
      .then(() => client.care.backups())
      .then(setView)
      .catch(showRefusal);

  return (
    <SettingsSection title={BACKUPS.title} text={BACKUPS.text}>
      {view?.backups.length === 0 && (
        <QuietText m="0 0 10px" fz={12}>
          {BACKUPS.none}
        </QuietText>
      )}
      {view !== null && view.chosen !== null && (
        <Waiting words={chosenWords(view)} stay={BACKUPS.stay} onStay={() => choose(null)} />
      )}
      <ul className={classes.backups} aria-label={BACKUPS.list}>
        {view?.backups.map((backup) => (
          <Backup key={backup.name} backup={backup} onChoose={() => choose(backup.name)} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function chosenWords({ backups, chosen }: BackupsView): string {
  const backup = backups.find(({ name }) => name === chosen);
  return BACKUPS.chosen(backup === undefined ? (chosen ?? '') : when(backup.at));
}

function Backup({ backup, onChoose }: { backup: BackupView; onChoose: () => void }) {
  const { client } = useDesk();
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState<BackupChecked | null>(null);
  const { at, bytes, contents, kind, name } = backup;

  function check(): void {
    setBusy(true);
    client.care
      .checkBackup({ name })
      .then(setChecked, showRefusal)
      .finally(() => setBusy(false));
  }

  const ask = () =>
    modals.openConfirmModal({
      title: BACKUPS.askTitle(when(at)),
      children: BACKUPS.ask.map((sentence) => (
        <p key={sentence} className={classes.lead}>
          {sentence}
        </p>
      )),
      labels: { confirm: BACKUPS.confirm, cancel: BACKUPS.keep },
      confirmProps: { variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: onChoose,
    });

  return (
    <li>
      <div className={classes.backupWords}>
        <strong>{when(at)}</strong>
        <span>
          {BACKUPS.kinds[kind]} · {formatBytes(bytes)} · {contentWords(contents)}
        </span>
        <span role="status">{checked !== null && checkWords(checked)}</span>
      </div>
      <div className={classes.buttons}>
        <Button size="compact-sm" fz={12} loading={busy} aria-label={BACKUPS.checkNamed(when(at))} onClick={check}>
          {BACKUPS.check}
        </Button>
        <Button size="compact-sm" fz={12} aria-label={BACKUPS.goBackNamed(when(at))} onClick={ask}>
          {BACKUPS.goBack}
        </Button>
      </div>
    </li>
  );
}

function contentWords(contents: BackupView['contents']): string {
  if (contents === null) return BACKUPS.unreadable;
  const { lastAt, recordings, results } = contents;
  const words = BACKUPS.contents(recordings, results);
  return lastAt === null ? words : `${words}, ${BACKUPS.last(when(lastAt))}`;
}

function checkWords(checked: BackupChecked): string {
  return checked.kind === 'older' ? BACKUPS.checked.older(checked.starts) : BACKUPS.checked[checked.kind];
}
