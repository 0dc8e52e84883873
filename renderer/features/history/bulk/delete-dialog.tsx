/** Asks what of some recordings is deleted: their rows, the files that Cleartake keeps for them, or both. Costs always stay. */

import { Button, Radio, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CleanupPart, JobFilesView } from '../../../../shared/contract/care.ts';
import { LOSSES } from '../../../../shared/domain/care/space.ts';
import { CLEANUP_WORDS, filesWords, paidWords } from '../../../../shared/domain/care/strings.ts';
import { formatBytes } from '../../../../shared/domain/units.ts';
import { DialogBody, Foot } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from '../history.module.css';
import { deleteFiles, forgetEntries } from './actions.ts';
import { DELETE } from './strings.ts';

const CHOICES = ['row', 'both', 'files'] as const;
type Choice = (typeof CHOICES)[number];
type OnChanged = (deleted?: readonly string[]) => void;

/** @param name of the first recording @param onChanged hears which rows are gone */
export function askToDelete(jobIds: readonly string[], name: string, onChanged: OnChanged): void {
  const id = modals.open({
    title: DELETE.title(jobIds.length, name),
    size: 520,
    children: <DeleteDialog jobIds={jobIds} onChanged={onChanged} onClose={() => modals.close(id)} />,
  });
}

interface DeleteDialogProps {
  readonly jobIds: readonly string[];
  readonly onChanged: OnChanged;
  readonly onClose: () => void;
}

function DeleteDialog({ jobIds, onChanged, onClose }: DeleteDialogProps) {
  const desk = useDesk();
  const [choice, setChoice] = useState<Choice>('row');
  const [found, setFound] = useState<JobFilesView | null>(null);
  useEffect(() => {
    desk.client.care
      .filesOf({ jobIds: [...jobIds] })
      .then(setFound)
      .catch(showRefusal);
  }, [desk, jobIds]);
  const parts = found?.cleanups ?? [];
  const withFiles = choice !== 'row';

  function remove(): void {
    onClose();
    const act =
      withFiles && found !== null
        ? deleteFiles(desk, found, choice === 'both', onChanged)
        : forgetEntries(desk, jobIds, onChanged);
    act.catch(showRefusal);
  }

  return (
    <DialogBody>
      <Radio.Group
        aria-label={DELETE.what}
        value={choice}
        onChange={(value) => setChoice(CHOICES.find((one) => one === value) ?? 'row')}
      >
        <Stack gap={10}>
          {CHOICES.map((one, index) => (
            <Radio
              key={one}
              value={one}
              label={DELETE.choices[one].title}
              description={DELETE.choices[one].note}
              disabled={one !== 'row' && parts.length === 0}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {found === null && <p role="status">{DELETE.looking}</p>}
      {found !== null && <Files parts={parts} left={jobIds.length - found.jobIds.length} areDeleted={withFiles} />}
      <Foot>
        <Button onClick={onClose}>{DELETE.cancel}</Button>
        <Button variant="filled" onClick={remove}>
          {withFiles ? DELETE.confirmSize(sizeOf(parts)) : DELETE.confirm}
        </Button>
      </Foot>
    </DialogBody>
  );
}

interface FilesProps {
  readonly parts: readonly CleanupPart[];
  /** Recordings that are still in progress. */
  readonly left: number;
  /** Whether the person chose to delete them: only then something is lost. */
  readonly areDeleted: boolean;
}

function Files({ areDeleted, left, parts }: FilesProps) {
  const losses = areDeleted ? parts.filter(({ kind }) => LOSSES.includes(kind)) : [];
  return (
    <div className={classes.files}>
      <h3>{parts.length === 0 ? DELETE.noFiles : DELETE.files(sizeOf(parts))}</h3>
      {parts.length > 0 && (
        <ul>
          {parts.map(({ bytes, files, kind }) => (
            <li key={kind}>
              <span>{CLEANUP_WORDS[kind].title}</span>
              <span>{filesWords(files, formatBytes(bytes))}</span>
            </li>
          ))}
        </ul>
      )}
      {losses.map((part) => (
        <p key={part.kind} className={classes.warning}>
          <IconAlertTriangleFilled size={15} aria-hidden="true" />
          <span>
            {CLEANUP_WORDS[part.kind].note} {paidWords(part)}
          </span>
        </p>
      ))}
      {left > 0 && <p>{DELETE.left(left)}</p>}
      <p>{DELETE.stays}</p>
    </div>
  );
}

function sizeOf(parts: readonly CleanupPart[]): string {
  return formatBytes(parts.reduce((sum, { bytes }) => sum + bytes, 0));
}
