/** Export and import of the whole desk, and an import that waits for the next start. */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { showRefusal } from '../../../../components/messages/refusal.ts';
import { SettingsSection } from '../../../../components/settings/section.tsx';
import { useDesk } from '../../../../state/desk-context.ts';
import classes from '../care.module.css';
import { Waiting } from '../steps.tsx';
import { when } from '../when.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ARCHIVE } from './strings.ts';

export function ArchiveSection() {
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
    <SettingsSection title={ARCHIVE.title} text={ARCHIVE.text}>
      {pending !== null && (
        <Waiting
          words={ARCHIVE.pending(when(pending))}
          stay={ARCHIVE.stay}
          onStay={() => void client.care.forgetImport().then(look).catch(showRefusal)}
        />
      )}
      <div className={classes.foot}>
        <Button onClick={() => setOpen('export')}>{ARCHIVE.export}</Button>
        <Button onClick={() => setOpen('import')}>{ARCHIVE.import}</Button>
      </div>
      {open === 'export' && <ExportDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </SettingsSection>
  );
}
