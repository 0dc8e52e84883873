/** The steps of long work on the data folder, in a dialog: where, how far, and the restart that finishes it; and the page's part of that work. */

import { Button, Progress, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '../../../../shared/contract/page/bridge.ts';
import { localDates } from '../../../../shared/domain/units.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { sentenceOf, showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from './care.module.css';
import { BACKUPS, CARE_STEPS, RESTART } from './strings.ts';

interface PlaceFormProps {
  readonly lead: string;
  readonly label: string;
  /** Of the button that opens the system's dialog. */
  readonly choose: string;
  readonly problem: string | null;
  /** Asks the person in the system's dialog. */
  ask(bridge: DesktopBridge<File>): Promise<string | null>;
  onPlace(text: string): void;
}

/** Chosen in the system's dialog, or typed where there is none. */
export function PlaceForm({ ask, choose, label, lead, onPlace, problem }: PlaceFormProps) {
  const bridge = desktopBridge();
  const [text, setText] = useState('');

  async function take(chosen: Promise<string | null>): Promise<void> {
    const place = await chosen;
    if (place === null) return;
    setText(place);
    onPlace(place);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (bridge === null) onPlace(text);
        else take(ask(bridge)).catch(showRefusal);
      }}
    >
      <p className={classes.lead}>{lead}</p>
      <TextInput
        data-autofocus={bridge === null ? true : undefined}
        label={label}
        {...(bridge === null ? { description: CARE_STEPS.hint } : {})}
        // In a window, only what was chosen in the dialog may be used.
        readOnly={bridge !== null}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={`${classes.buttons} ${classes.end}`}>
        <Button type="submit" variant="filled" disabled={bridge === null && text.trim() === ''}>
          {bridge === null ? CARE_STEPS.check : choose}
        </Button>
      </div>
    </form>
  );
}

/** What is known before it begins. A line without a value is left out. */
export function CareFacts({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface UnderwayProps {
  readonly label: string;
  readonly words: string;
  /** 0 to 1. */
  readonly share: number;
  onCancel(): void;
}

export function Underway({ label, onCancel, share, words }: UnderwayProps) {
  return (
    <>
      <Progress m="12px 0 8px" value={100 * share} aria-label={label} />
      <QuietText m="0 0 10px" fz={12}>
        {words}
      </QuietText>
      <div className={classes.buttons}>
        <Button autoFocus onClick={onCancel}>
          {CARE_STEPS.cancel}
        </Button>
      </div>
    </>
  );
}

/** What waits for the next start, and the way to have it now. */
export function Ready({ onClose, words }: { words: string; onClose: () => void }) {
  const { restart, said } = useRestart();
  return (
    <>
      <p role="status" className={classes.lead}>
        {said ?? words}
      </p>
      {said === null && (
        <div className={classes.buttons}>
          <Button onClick={onClose}>{CARE_STEPS.later}</Button>
          <Button autoFocus variant="filled" onClick={restart}>
            {RESTART.now}
          </Button>
        </div>
      )}
    </>
  );
}

interface WaitingProps {
  /** What happens at the next start. */
  readonly words: string;
  /** Of the button that calls it off. */
  readonly stay: string;
  onStay(): void;
}

export function Waiting({ onStay, stay, words }: WaitingProps) {
  const { restart, said } = useRestart();
  return (
    <div className={classes.chosen} role="status">
      <span>{said ?? words}</span>
      {said === null && (
        <div className={classes.buttons}>
          <Button size="compact-sm" fz={12} onClick={onStay}>
            {stay}
          </Button>
          <Button size="compact-sm" fz={12} variant="filled" onClick={restart}>
            {RESTART.now}
          </Button>
        </div>
      )}
    </div>
  );
}

/** `said` is null until Cleartake is closing. */
function useRestart(): { readonly said: string | null; restart(): void } {
  const { client } = useDesk();
  const [said, setSaid] = useState<string | null>(null);
  return {
    said,
    restart: () =>
      void client.care
        .quit()
        .then(({ quits, restarts }) => quits && setSaid(restarts ? RESTART.restarting : RESTART.startAgain))
        .catch(showRefusal),
  };
}

/** @param at milliseconds since the epoch */
export function when(at: number): string {
  const { date, time } = localDates(navigator.language);
  return BACKUPS.at(date(at), time(at));
}

interface LongWork {
  /** What went wrong last; null when nothing did. */
  readonly problem: string | null;
  tell(problem: string | null): void;
  /** Runs a step. @param onFailed called when it goes wrong, unless the person has ended it */
  act(work: (signal: AbortSignal) => Promise<void>, onFailed: () => void): void;
}

export function useLongWork(): LongWork {
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  return {
    problem,
    tell: setProblem,
    act(work, onFailed) {
      const controller = new AbortController();
      stop.current = controller;
      setProblem(null);
      work(controller.signal).catch((failure: unknown) => {
        if (controller.signal.aborted) return;
        setProblem(sentenceOf(failure));
        onFailed();
      });
    },
  };
}
