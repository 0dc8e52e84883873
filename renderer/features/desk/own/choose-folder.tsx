/** A dialog for another output place of recordings whose own one can't be written. They continue there at once. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { OutputPlace } from '../../../../shared/domain/batch/batch-preset.ts';
import { DialogBody, QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { OutputField } from '../../../components/presets/form/output-field.tsx';
import { PathFields, usePathFields } from '../../../components/presets/paths/path-input.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { backToRow } from '../../../state/view-store.ts';
import classes from './own.module.css';
import { PLACE } from './strings.ts';
import { changeRows } from './waiting-rows.ts';

export async function askForPlace(desk: PageDesk, jobs: readonly [JobView, ...JobView[]]): Promise<void> {
  const [first] = jobs;
  const { startedWith } = await desk.client.listening.takes({ jobId: first.id });
  const id = modals.open({
    title: PLACE.title(jobs.length, shownName(first.name)),
    size: 520,
    onClose: backToRow,
    children: (
      <PlaceDialog
        initial={startedWith?.settings.output ?? { kind: 'library' }}
        onSave={(output) => {
          modals.close(id);
          saveThere(desk, jobs, output).catch(showRefusal);
        }}
        onClose={() => modals.close(id)}
      />
    ),
  });
}

async function saveThere(desk: PageDesk, jobs: readonly JobView[], output: OutputPlace): Promise<void> {
  const changed = await changeRows(desk, jobs, { output });
  if (changed === 0) notifications.show({ role: 'status', message: PLACE.gone });
  const failed = jobs.filter(({ state }) => state.kind === 'failed');
  if (changed > 0 && failed.length > 0) await desk.client.queue.retry({ jobIds: failed.map((job) => job.id) });
}

function PlaceDialog({
  initial,
  onSave,
  onClose,
}: {
  readonly initial: OutputPlace;
  readonly onSave: (output: OutputPlace) => void;
  readonly onClose: () => void;
}) {
  const [output, setShown] = useState(initial);
  /** Also before it is drawn: a path that is typed is taken when the button is pressed. */
  const latest = useRef(output);
  const { fields, settled } = usePathFields();
  const isSame = JSON.stringify(output) === JSON.stringify(initial);

  function setOutput(chosen: OutputPlace): void {
    latest.current = chosen;
    setShown(chosen);
  }

  async function save(): Promise<void> {
    if (await settled()) onSave(latest.current);
  }

  return (
    <DialogBody>
      <QuietText fz={12} lh={1.4}>
        {PLACE.lead}
      </QuietText>
      <PathFields value={fields}>
        <OutputField output={output} onChange={setOutput} />
      </PathFields>
      <div className={classes.foot}>
        <Button onClick={onClose}>{PLACE.cancel}</Button>
        <Button variant="filled" disabled={isSame} onClick={() => void save()}>
          {PLACE.save}
        </Button>
      </div>
    </DialogBody>
  );
}
