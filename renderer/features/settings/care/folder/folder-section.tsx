/** Where the data folder is, its move to another place, and what an earlier move left behind. */

import { Button, CopyButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useState } from 'react';
import type { MoveView } from '../../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { Buttons } from '../../../../components/layout/layout.tsx';
import { showRefusal } from '../../../../components/messages/saving.tsx';
import { SettingsSection } from '../../../../components/settings/section.tsx';
import { useDesk, useSession } from '../../../../state/desk-context.ts';
import care from '../care.module.css';
import { Waiting } from '../steps.tsx';
import { FOLDER } from '../strings.ts';
import { MoveDialog } from './move-dialog.tsx';

export function FolderSection({ folder }: { folder: string }) {
  const { client } = useDesk();
  const inWindow = useSession(({ info }) => info?.host === 'desktop');
  const [view, setView] = useState<MoveView | null>(null);
  const [moving, setMoving] = useState(false);
  const [said, setSaid] = useState('');

  useEffect(() => {
    client.care.moveState().then(setView, showRefusal);
  }, [client]);

  const look = () => client.care.moveState().then(setView);

  function removeOld(): void {
    client.care
      .removeOldFolder()
      .then(({ bytes }) => setSaid(FOLDER.removed(formatBytes(bytes))))
      .then(look)
      .catch(showRefusal);
  }

  return (
    <SettingsSection title={FOLDER.title} text={FOLDER.text}>
      <div className={care.folder}>
        <code>{folder}</code>
        <Buttons>
          {inWindow && (
            <Button size="compact-sm" fz={12} onClick={() => client.system.showDataFolder().catch(showRefusal)}>
              {FOLDER.show}
            </Button>
          )}
          <CopyButton value={folder}>
            {({ copied, copy }) => (
              <Button size="compact-sm" fz={12} onClick={copy}>
                {copied ? FOLDER.copied : FOLDER.copy}
              </Button>
            )}
          </CopyButton>
          {view !== null && view.pending === null && (
            <Button size="compact-sm" fz={12} onClick={() => setMoving(true)}>
              {FOLDER.move}
            </Button>
          )}
        </Buttons>
      </div>
      {view?.pending != null && (
        <Waiting
          words={FOLDER.pending(view.pending)}
          stay={FOLDER.stay}
          onStay={() => void client.care.forgetMove().then(look).catch(showRefusal)}
        />
      )}
      {view?.old != null && <Old old={view.old} onRemove={removeOld} />}
      <span role="status" className={care.said}>
        {said}
      </span>
      {moving && (
        <MoveDialog
          from={folder}
          onClose={() => {
            setMoving(false);
            look().catch(showRefusal);
          }}
        />
      )}
    </SettingsSection>
  );
}

function Old({ old, onRemove }: { old: NonNullable<MoveView['old']>; onRemove: () => void }) {
  const size = formatBytes(old.bytes);
  const ask = () =>
    modals.openConfirmModal({
      title: FOLDER.removeTitle(size),
      children: <p className={care.lead}>{FOLDER.removeText(old.folder)}</p>,
      labels: { confirm: FOLDER.confirm, cancel: FOLDER.keep },
      confirmProps: { variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: onRemove,
    });
  return (
    <div className={care.old}>
      <span>{FOLDER.old(old.folder, size)}</span>
      <Button size="compact-sm" fz={12} onClick={ask}>
        {FOLDER.remove}
      </Button>
    </div>
  );
}
