/** The import of an exported desk: the file, what it holds and replaces, its progress, and the restart that finishes it. */

import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { BackupView, ImportCheck, ImportEvent } from '../../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { useDesk } from '../../../../state/desk-context.ts';
import classes from '../care.module.css';
import { CareFacts, PlaceForm, Ready, Underway, useLongWork, when } from '../steps.tsx';
import { CARE_STEPS, IMPORT } from '../strings.ts';

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'checked'; readonly file: string; readonly check: ImportCheck }
  | { readonly kind: 'reading'; readonly event: ImportEvent | null }
  | { readonly kind: 'ready' };

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { client } = useDesk();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const { act: actUntil, problem, tell } = useLongWork();
  const act = (work: (signal: AbortSignal) => Promise<void>) => actUntil(work, () => setStep({ kind: 'asking' }));

  async function check(text: string): Promise<void> {
    const { path: file, reason } = await client.adding.readFolder({ text });
    if (file === null) tell(reason);
    else setStep({ kind: 'checked', file, check: await client.care.checkImport({ file }) });
  }

  async function read(file: string, signal: AbortSignal): Promise<void> {
    setStep({ kind: 'reading', event: null });
    for await (const event of await client.care.importDesk({ file }, { signal }))
      setStep(event.isReady ? { kind: 'ready' } : { kind: 'reading', event });
  }

  const isReading = step.kind === 'reading';
  return (
    <Modal
      opened
      onClose={onClose}
      title={IMPORT.title}
      size={560}
      closeOnClickOutside={!isReading}
      closeOnEscape={!isReading}
    >
      {step.kind === 'asking' && (
        <PlaceForm
          lead={IMPORT.lead}
          label={IMPORT.field}
          choose={IMPORT.choose}
          problem={problem}
          ask={(bridge) => bridge.chooseArchive()}
          onPlace={(text) => act(() => check(text))}
        />
      )}
      {step.kind === 'checked' && (
        <>
          <Checked file={step.file} check={step.check} />
          <div className={classes.buttons}>
            <Button autoFocus onClick={onClose}>
              {CARE_STEPS.cancel}
            </Button>
            <Button variant="filled" onClick={() => act((signal) => read(step.file, signal))}>
              {IMPORT.begin}
            </Button>
          </div>
        </>
      )}
      {step.kind === 'reading' && <Reading event={step.event} onCancel={onClose} />}
      {step.kind === 'ready' && <Ready words={IMPORT.ready} onClose={onClose} />}
    </Modal>
  );
}

function Checked({ check, file }: { check: ImportCheck; file: string }) {
  const { at, bytes, contents, free, replaced, withResults } = check;
  const held = [contentWords(contents), ...(withResults ? [] : [IMPORT.without])].join(', ');
  return (
    <>
      <CareFacts
        facts={[
          [IMPORT.file, file],
          [IMPORT.made, when(at)],
          [IMPORT.contents, held],
          [IMPORT.replaced, contentWords(replaced)],
          [IMPORT.size, formatBytes(bytes)],
          [CARE_STEPS.free, free === null ? null : formatBytes(free)],
        ]}
      />
      {IMPORT.says.map((sentence) => (
        <p key={sentence} className={classes.lead}>
          {sentence}
        </p>
      ))}
    </>
  );
}

function contentWords(contents: BackupView['contents']): string {
  if (contents === null) return IMPORT.unknown;
  const { lastAt, recordings, results } = contents;
  const words = IMPORT.recordings(recordings, results);
  return lastAt === null ? words : `${words}, ${IMPORT.last(when(lastAt))}`;
}

function Reading({ event, onCancel }: { event: ImportEvent | null; onCancel: () => void }) {
  const { bytes, of } = event ?? { bytes: 0, of: 0 };
  return (
    <Underway
      label={IMPORT.importing}
      share={of === 0 ? 0 : bytes / of}
      words={of === 0 ? IMPORT.starting : IMPORT.progress(formatBytes(bytes), formatBytes(of))}
      onCancel={onCancel}
    />
  );
}
