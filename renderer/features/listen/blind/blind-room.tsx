/** A blind test in progress. Nothing on the page tells which take is behind a letter. */

import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { BlindTestView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { SIDES } from '../../../../shared/domain/listening/blind-test.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { KeyCap } from '../../../components/marks/marks.tsx';
import type { Player } from '../../../components/playback/player.ts';
import { useFrames } from '../../../components/playback/use-frames.ts';
import { useRoomHotkeys } from '../../../components/shortcuts/use-shortcuts.ts';
import { toggle } from '../transport/choose.ts';
import classes from './blind.module.css';
import { BlindResult } from './blind-result.tsx';
import { BLIND } from './strings.ts';
import { type BlindRun, type Letter, useBlindRun } from './use-blind-run.ts';

interface BlindRoomProps {
  readonly test: BlindTestView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  onFinished(test: BlindTestView): void;
  onPrefer(take: string, over: string): void;
  onAgain(): void;
  onClose(): void;
}

export function BlindRoom({ test: started, takes, player, onClose, onFinished, ...onEnd }: BlindRoomProps) {
  const run = useBlindRun(started, takes, player, onFinished);
  const { test } = run;
  if (test.finishedAt !== null) return <BlindResult test={test} onClose={onClose} {...onEnd} />;
  const stop = () => askToStop(run, onClose);
  return (
    <div className={classes.room}>
      <header className={classes.header}>
        <h1>{BLIND.title}</h1>
        <span className={classes.pill}>{BLIND.against(test.firstLabel, test.secondLabel)}</span>
        <span className={classes.note}>{BLIND.hidden}</span>
        <Button h={32} onClick={stop} rightSection={<KeyCap>Esc</KeyCap>}>
          {BLIND.stop}
        </Button>
      </header>
      <LoopBar run={run} player={player} />
      <Trial run={run} player={player} onStop={stop} />
    </div>
  );
}

/** Answers are lost with the test: who gave one is asked first. */
function askToStop({ pause, test }: BlindRun, stop: () => void): void {
  if (test.answers.length === 0) {
    stop();
    return;
  }
  pause();
  modals.openConfirmModal({
    title: BLIND.stopTitle,
    children: <Text size="sm">{BLIND.stopText(test.answers.length, test.trials)}</Text>,
    labels: { confirm: BLIND.stopConfirm, cancel: BLIND.stopCancel },
    confirmProps: { variant: 'filled', color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: stop,
  });
}

function Trial({ run, player, onStop }: { run: BlindRun; player: Player; onStop: () => void }) {
  const { test, trial } = run;
  const playing = useStore(player.store, (state) => state.playing);
  const ask = useRef<HTMLHeadingElement>(null);
  useEffect(() => ask.current?.focus(), []);
  useRoomHotkeys([
    ...run.letters.map((letter): [string, () => void] => [letter, () => run.play(letter)]),
    ['1', () => run.answer('a')],
    ['2', () => run.answer('b')],
    ['space', () => (run.letter === null ? run.play(run.letters[0] ?? 'a') : toggle(player))],
    ['Home', run.toStart],
    ['[', () => run.setEnd('start')],
    [']', () => run.setEnd('end')],
    ['Escape', onStop],
  ]);
  const question = test.kind === 'abx' ? BLIND.askAbx : BLIND.askPreference;
  return (
    <>
      <div className={classes.question}>
        <div>
          <h2 ref={ask} tabIndex={-1}>
            {question}
          </h2>
          <p>{test.kind === 'abx' ? BLIND.advice : BLIND.adviceShort}</p>
        </div>
        <div className={classes.progress}>
          <b>{BLIND.trial(trial + 1, test.trials)}</b>
          <span className={classes.dots} aria-hidden="true">
            {Array.from({ length: test.trials }, (_, at) => at).map((at) => (
              <i key={at} data-state={at < trial ? 'done' : at === trial ? 'now' : 'left'} />
            ))}
          </span>
        </div>
      </div>
      <div className={classes.cards} data-kind={test.kind}>
        {run.letters.map((letter) => (
          <LetterCard key={letter} letter={letter} run={run} playing={playing} />
        ))}
        {test.kind === 'abx' && <span className={classes.same}>{BLIND.same}</span>}
        {SIDES.map((side, at) => (
          <Button
            key={side}
            h={44}
            fz={15}
            disabled={!run.canAnswer}
            {...(run.canAnswer ? {} : { title: BLIND.hearFirst[test.kind] })}
            aria-label={
              test.kind === 'abx' ? BLIND.answerSame(side.toUpperCase()) : BLIND.answerBetter(side.toUpperCase())
            }
            rightSection={<KeyCap>{at + 1}</KeyCap>}
            onClick={() => run.answer(side)}
          >
            {test.kind === 'abx' ? side.toUpperCase() : BLIND.answerBetter(side.toUpperCase())}
          </Button>
        ))}
      </div>
      <Keys run={run} />
    </>
  );
}

function LetterCard({ letter, run, playing }: { letter: Letter; run: BlindRun; playing: boolean }) {
  const { test } = run;
  const active = run.letter === letter;
  const name = letter.toUpperCase();
  return (
    <button
      type="button"
      className={classes.card}
      data-active={active}
      aria-label={BLIND.playLetter(name)}
      aria-pressed={active && playing}
      onClick={() => (active && playing ? run.pause() : run.play(letter))}
    >
      <span className={classes.cardHead}>
        {letter === 'x' ? BLIND.sameAs : BLIND.or(...inOrder(test.firstLabel, test.secondLabel))}
        <KeyCap>{name}</KeyCap>
      </span>
      <span className={classes.letter} aria-hidden="true">
        {name}
      </span>
      <span className={classes.plays} data-active={active && playing}>
        {active && playing ? BLIND.playing : BLIND.play}
      </span>
      <QuietText span mt={6} fz={12}>
        {BLIND.heard(run.heard[letter])}
      </QuietText>
    </button>
  );
}

/** By name, so that the order tells nothing of how they were chosen. */
function inOrder(first: string, second: string): [string, string] {
  return first < second ? [first, second] : [second, first];
}

function Keys({ run }: { run: BlindRun }) {
  const groups: readonly [string, readonly string[]][] = [
    [BLIND.keys.play, run.letters.map((letter) => letter.toUpperCase())],
    [BLIND.keys.answer, ['1', '2']],
    [BLIND.keys.pause, ['Space']],
    [BLIND.keys.loop, ['[', ']']],
    [BLIND.keys.home, ['Home']],
  ];
  return (
    <footer className={classes.keys}>
      {groups.map(([word, keys]) => (
        <span key={word}>
          {word}
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      ))}
      <span className={classes.saved}>{BLIND.saved}</span>
    </footer>
  );
}

function LoopBar({ run: { passage }, player }: { run: BlindRun; player: Player }) {
  const fill = useRef<HTMLDivElement>(null);
  const { startSeconds, endSeconds } = passage;
  const length = endSeconds - startSeconds;

  useFrames(() => {
    if (fill.current === null) return;
    const share = (player.frame() / player.rate - startSeconds) / length;
    fill.current.style.transform = `scaleX(${Math.min(1, Math.max(0, share))})`;
  });

  return (
    <div className={classes.loop}>
      <span>{BLIND.loop(formatDuration(length))}</span>
      <span className={classes.edge}>{formatDuration(startSeconds)}</span>
      <div
        className={classes.track}
        onPointerDown={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const share = (event.clientX - box.left) / box.width;
          player.seek(Math.round((startSeconds + share * length) * player.rate));
        }}
      >
        <div ref={fill} className={classes.fill} />
      </div>
      <span className={classes.edge}>{formatDuration(endSeconds)}</span>
    </div>
  );
}
