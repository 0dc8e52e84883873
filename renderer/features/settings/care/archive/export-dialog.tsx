/** The export of the whole desk: where to, what it takes, its progress, and the file. */

import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import type { ExportCheck, ExportEvent } from '../../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { useDesk } from '../../../../state/desk-context.ts';
import classes from '../care.module.css';
import { CareFacts, PlaceForm, Underway, useLongWork } from '../steps.tsx';
import { CARE_STEPS, EXPORT } from '../strings.ts';

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'checked'; readonly folder: string; readonly check: ExportCheck }
  | { readonly kind: 'writing'; readonly event: ExportEvent | null }
  | { readonly kind: 'done'; readonly file: string; readonly bytes: number };

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { client } = useDesk();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const { act: actUntil, problem, tell } = useLongWork();
  const act = (work: (signal: AbortSignal) => Promise<void>) => actUntil(work, () => setStep({ kind: 'asking' }));

  async function check(text: string): Promise<void> {
    const { path: folder, reason } = await client.adding.readFolder({ text });
    if (folder === null) tell(reason);
    else setStep({ kind: 'checked', folder, check: await client.care.checkExport({ folder }) });
  }

  async function write(folder: string, withResults: boolean, signal: AbortSignal): Promise<void> {
    setStep({ kind: 'writing', event: null });
    for await (const event of await client.care.exportDesk({ folder, withResults }, { signal })) {
      const { bytes, file } = event;
      setStep(file === null ? { kind: 'writing', event } : { kind: 'done', file, bytes });
    }
  }

  const isWriting = step.kind === 'writing';
  return (
    <Modal
      opened
      onClose={onClose}
      title={EXPORT.title}
      size={560}
      closeOnClickOutside={!isWriting}
      closeOnEscape={!isWriting}
    >
      {step.kind === 'asking' && (
        <PlaceForm
          lead={EXPORT.lead}
          label={EXPORT.field}
          choose={EXPORT.choose}
          problem={problem}
          ask={(bridge) => bridge.chooseOutputFolder('export')}
          onPlace={(text) => act(() => check(text))}
        />
      )}
      {step.kind === 'checked' && (
        <Checked
          step={step}
          onClose={onClose}
          onBegin={(withResults) => act((signal) => write(step.folder, withResults, signal))}
        />
      )}
      {step.kind === 'writing' && <Writing event={step.event} onCancel={onClose} />}
      {step.kind === 'done' && <Done file={step.file} bytes={step.bytes} onClose={onClose} />}
    </Modal>
  );
}

interface CheckedProps {
  readonly step: Extract<Step, { kind: 'checked' }>;
  onBegin(withResults: boolean): void;
  onClose(): void;
}

function Checked({ onBegin, onClose, step: { check, folder } }: CheckedProps) {
  const [withResults, setWithResults] = useState(check.resultBytes > 0);
  const size = check.bytes + (withResults ? check.resultBytes : 0);
  return (
    <>
      <CareFacts
        facts={[
          [EXPORT.folder, folder],
          [EXPORT.size, EXPORT.about(formatBytes(size))],
          [CARE_STEPS.free, check.free === null ? null : formatBytes(check.free)],
        ]}
      />
      {check.resultBytes > 0 && (
        <Checkbox
          mb={12}
          label={EXPORT.results}
          description={EXPORT.resultsNote(formatBytes(check.resultBytes))}
          checked={withResults}
          classNames={{ label: classes.label, description: classes.note }}
          onChange={(event) => setWithResults(event.currentTarget.checked)}
        />
      )}
      <p className={classes.lead}>{EXPORT.contents}</p>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{CARE_STEPS.cancel}</Button>
        <Button autoFocus variant="filled" onClick={() => onBegin(withResults)}>
          {EXPORT.begin}
        </Button>
      </div>
    </>
  );
}

function Writing({ event, onCancel }: { event: ExportEvent | null; onCancel: () => void }) {
  const { bytes, of } = event ?? { bytes: 0, of: 0 };
  return (
    <Underway
      label={EXPORT.exporting}
      share={of === 0 ? 0 : bytes / of}
      words={of === 0 ? CARE_STEPS.starting : EXPORT.progress(formatBytes(bytes), formatBytes(of))}
      onCancel={onCancel}
    />
  );
}

function Done({ bytes, file, onClose }: { file: string; bytes: number; onClose: () => void }) {
  return (
    <>
      <div role="status">
        <p className={classes.lead}>{EXPORT.done(formatBytes(bytes))}</p>
        <p className={classes.lead}>
          <code className={classes.path}>{file}</code>
        </p>
      </div>
      <p className={classes.lead}>{EXPORT.next}</p>
      <div className={classes.buttons}>
        <Button autoFocus variant="filled" onClick={onClose}>
          {EXPORT.close}
        </Button>
      </div>
    </>
  );
}
