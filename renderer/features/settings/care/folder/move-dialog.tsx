/** The move of the data folder: where to, what it takes, the copy with its progress, and the restart that finishes it. */

import { Button, Modal, Progress, TextInput } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { MoveCheckView, MoveEvent } from '../../../../../shared/contract/care.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { desktopBridge } from '../../../../bridge/desktop-transport.ts';
import { sentenceOf } from '../../../../components/messages/refusal.ts';
import { useDesk } from '../../../../state/desk-context.ts';
import care from '../care.module.css';
import { FOLDER, RESTART } from '../strings.ts';
import { useRestart } from '../use-restart.ts';
import classes from './folder.module.css';

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
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function check(text: string): Promise<void> {
    setProblem(null);
    const { path, reason } = await client.adding.readFolder({ text });
    if (path === null) setProblem(reason);
    else setStep({ kind: 'checked', to: path, check: await client.care.checkMove({ folder: path }) });
  }

  async function copy(to: string): Promise<void> {
    setStep({ kind: 'copying', event: null });
    const controller = new AbortController();
    stop.current = controller;
    const events = await client.care.move({ folder: to }, { signal: controller.signal });
    for await (const event of events) setStep(event.isReady ? { kind: 'ready' } : { kind: 'copying', event });
  }

  function act(work: () => Promise<void>): void {
    work().catch((failure: unknown) => {
      if (stop.current?.signal.aborted === true) return;
      setProblem(sentenceOf(failure));
      setStep({ kind: 'asking' });
    });
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
      {step.kind === 'asking' && <Asking problem={problem} onCheck={(text) => act(() => check(text))} />}
      {step.kind === 'checked' && (
        <>
          <Facts from={from} to={step.to} check={step.check} />
          <p className={care.lead}>{FOLDER.steps}</p>
          <div className={care.buttons}>
            <Button onClick={onClose}>{FOLDER.cancel}</Button>
            <Button data-autofocus variant="filled" onClick={() => act(() => copy(step.to))}>
              {FOLDER.begin}
            </Button>
          </div>
        </>
      )}
      {step.kind === 'copying' && <Copying event={step.event} onCancel={onClose} />}
      {step.kind === 'ready' && <Ready onClose={onClose} />}
    </Modal>
  );
}

/** Chosen in the system's dialog, or typed where there is none. */
function Asking({ problem, onCheck }: { problem: string | null; onCheck: (text: string) => void }) {
  const bridge = desktopBridge();
  const [text, setText] = useState('');

  async function choose(): Promise<void> {
    const chosen = await bridge?.chooseOutputFolder();
    if (chosen == null) return;
    setText(chosen);
    onCheck(chosen);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (bridge === null) onCheck(text);
        else void choose();
      }}
    >
      <p className={care.lead}>{FOLDER.lead}</p>
      <TextInput
        data-autofocus={bridge === null ? true : undefined}
        label={FOLDER.field}
        {...(bridge === null ? { description: FOLDER.hint } : {})}
        // In a window, only what was chosen in the dialog may be written to.
        readOnly={bridge !== null}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={`${care.buttons} ${classes.end}`}>
        <Button type="submit" variant="filled" disabled={bridge === null && text.trim() === ''}>
          {bridge === null ? FOLDER.check : FOLDER.choose}
        </Button>
      </div>
    </form>
  );
}

function Facts({ check, from, to }: { check: MoveCheckView; from: string; to: string }) {
  return (
    <>
      <dl className={classes.facts}>
        <dt>{FOLDER.from}</dt>
        <dd>{from}</dd>
        <dt>{FOLDER.to}</dt>
        <dd>{to}</dd>
        <dt>{FOLDER.size}</dt>
        <dd>{formatBytes(check.bytes)}</dd>
        {check.free !== null && (
          <>
            <dt>{FOLDER.free}</dt>
            <dd>{formatBytes(check.free)}</dd>
          </>
        )}
      </dl>
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
    <>
      <Progress
        className={classes.progress}
        value={event === null || of === 0 ? 0 : (100 * event.bytes) / of}
        aria-label={FOLDER.copying}
      />
      <p className={care.free}>
        {event === null || of === 0 ? FOLDER.starting : FOLDER.progress(formatBytes(event.bytes), formatBytes(of))}
      </p>
      <div className={care.buttons}>
        <Button data-autofocus onClick={onCancel}>
          {FOLDER.cancel}
        </Button>
      </div>
    </>
  );
}

function Ready({ onClose }: { onClose: () => void }) {
  const { restart, said } = useRestart();
  return (
    <>
      <p role="status" className={care.lead}>
        {said ?? FOLDER.ready}
      </p>
      {said === null && (
        <div className={care.buttons}>
          <Button onClick={onClose}>{FOLDER.later}</Button>
          <Button data-autofocus variant="filled" onClick={restart}>
            {RESTART.now}
          </Button>
        </div>
      )}
    </>
  );
}
