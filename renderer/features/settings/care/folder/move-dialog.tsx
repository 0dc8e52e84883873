/** The move of the data folder: where to, what it takes, the copy with its progress, and the restart that finishes it. */

import { Button, Modal } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { MoveCheckView, MoveEvent } from '../../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { useDesk } from '../../../../state/desk-context.ts';
import care from '../care.module.css';
import { CareFacts, PlaceForm, Ready, Underway, useLongWork } from '../steps.tsx';
import { CARE_STEPS, FOLDER } from '../strings.ts';

interface MoveDialogProps {
  readonly from: string;
  onClose(): void;
}

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'checked'; readonly to: string; readonly check: MoveCheckView }
  | { readonly kind: 'copying'; readonly event: MoveEvent | null }
  | { readonly kind: 'ready' };

export function MoveDialog({ from, onClose }: MoveDialogProps) {
  const { client } = useDesk();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const { act: actUntil, problem, tell } = useLongWork();
  const act = (work: (signal: AbortSignal) => Promise<void>) => actUntil(work, () => setStep({ kind: 'asking' }));

  async function check(text: string): Promise<void> {
    const { path: to, reason } = await client.adding.readFolder({ text });
    if (to === null) tell(reason);
    else setStep({ kind: 'checked', to, check: await client.care.checkMove({ folder: to }) });
  }

  async function copy(to: string, signal: AbortSignal): Promise<void> {
    setStep({ kind: 'copying', event: null });
    const events = await client.care.move({ folder: to }, { signal });
    for await (const event of events) setStep(event.isReady ? { kind: 'ready' } : { kind: 'copying', event });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={FOLDER.moveTitle}
      size={560}
      closeOnClickOutside={step.kind !== 'copying'}
      closeOnEscape={step.kind !== 'copying'}
    >
      {step.kind === 'asking' && (
        <PlaceForm
          lead={FOLDER.lead}
          label={FOLDER.field}
          choose={FOLDER.choose}
          problem={problem}
          ask={(bridge) => bridge.chooseOutputFolder('data-folder')}
          onPlace={(text) => act(() => check(text))}
        />
      )}
      {step.kind === 'checked' && (
        <>
          <Checked from={from} to={step.to} check={step.check} />
          <p className={care.lead}>{FOLDER.steps}</p>
          <div className={care.buttons}>
            <Button onClick={onClose}>{CARE_STEPS.cancel}</Button>
            <Button autoFocus variant="filled" onClick={() => act((signal) => copy(step.to, signal))}>
              {FOLDER.begin}
            </Button>
          </div>
        </>
      )}
      {step.kind === 'copying' && <Copying event={step.event} onCancel={onClose} />}
      {step.kind === 'ready' && <Ready words={FOLDER.ready} onClose={onClose} />}
    </Modal>
  );
}

function Checked({ check, from, to }: { check: MoveCheckView; from: string; to: string }) {
  return (
    <>
      <CareFacts
        facts={[
          [FOLDER.from, from],
          [FOLDER.to, to],
          [FOLDER.size, formatBytes(check.bytes)],
          [CARE_STEPS.free, check.free === null ? null : formatBytes(check.free)],
        ]}
      />
      {check.warnings.map((warning) => (
        <p key={warning} className={care.warning}>
          <IconAlertTriangleFilled size={15} /> {FOLDER.warnings[warning]}
        </p>
      ))}
    </>
  );
}

function Copying({ event, onCancel }: { event: MoveEvent | null; onCancel: () => void }) {
  const of = event?.of ?? 0;
  return (
    <Underway
      label={FOLDER.copying}
      share={event === null || of === 0 ? 0 : event.bytes / of}
      words={
        event === null || of === 0 ? CARE_STEPS.starting : FOLDER.progress(formatBytes(event.bytes), formatBytes(of))
      }
      onCancel={onCancel}
    />
  );
}
