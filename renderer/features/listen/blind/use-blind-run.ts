/** A blind test while it runs: which letter is heard, how often, and the answers. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { BlindTestView } from '../../../../shared/contract/listening/verdicts.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { hiddenSide, type Side, takeBehind } from '../../../../shared/domain/listening/blind-test.ts';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { Player } from '../../../components/playback/player.ts';
import type { Loop } from '../../../components/playback/playhead-frame.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { BLIND } from './strings.ts';

export type Letter = 'x' | Side;

export interface BlindRun {
  readonly test: BlindTestView;
  /** From 0. */
  readonly trial: number;
  readonly letters: readonly Letter[];
  /** What is heard; null before the first sound of a trial. */
  readonly letter: Letter | null;
  readonly heard: Readonly<Record<Letter, number>>;
  readonly passage: Passage;
  /** Whether both sounds of the question were heard in this trial: before, an answer would say nothing. */
  readonly canAnswer: boolean;
  play(letter: Letter): void;
  pause(): void;
  answer(side: Side): void;
  /** Moves one end of the loop to the playhead. */
  setEnd(end: 'start' | 'end'): void;
  toStart(): void;
}

const UNHEARD: Readonly<Record<Letter, number>> = { x: 0, a: 0, b: 0 };
/** A shorter loop is a stutter. */
const SHORTEST_LOOP_SECONDS = 0.5;

/** @param onFinished called with the test after its last answer */
export function useBlindRun(
  started: BlindTestView,
  takes: readonly TakeView[],
  player: Player,
  onFinished: (test: BlindTestView) => void,
): BlindRun {
  const { client } = useDesk();
  const [test, setTest] = useState(started);
  const [letter, setLetter] = useState<Letter | null>(null);
  const [heard, setHeard] = useState(UNHEARD);
  const [busy, setBusy] = useState(false);
  const loop = useStore(player.store, (state) => state.loop);
  const passage = passageOf(player, loop);
  const trial = test.answers.length;
  const letters: readonly Letter[] = test.kind === 'abx' ? ['x', 'a', 'b'] : ['a', 'b'];
  const canAnswer = test.kind === 'abx' ? heard.x > 0 && heard.a + heard.b > 0 : heard.a > 0 && heard.b > 0;

  const toStart = () => player.seek(player.store.getState().loop?.from ?? 0);

  // Louder sounds better: takes are compared at the same loudness, whatever was set before. A take that arrives meanwhile brings another
  // player, which goes on as the first one was.
  const before = useRef<Pick<ReturnType<Player['store']['getState']>, 'matched' | 'loop'> | null>(null);
  useEffect(() => {
    const { matched, loop: looped } = before.current ?? player.store.getState();
    if (before.current === null) {
      const { startSeconds, endSeconds } = started.passage ?? passageOf(player, null);
      player.setMatched(true);
      player.setLoop({ from: Math.round(startSeconds * player.rate), to: Math.round(endSeconds * player.rate) });
    }
    before.current = { matched, loop: looped };
    return () => {
      player.setMatched(matched);
      player.setLoop(looped);
    };
  }, [player, started.passage]);

  // Each trial begins in silence and at the start, whatever was heard last: before it is seen, so that no key comes earlier.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new trial begins anew
  useLayoutEffect(() => {
    player.pause();
    toStart();
    setLetter(null);
    setHeard(UNHEARD);
    if (test.finishedAt === null) announce(BLIND.trial(trial + 1, test.trials));
  }, [trial]);

  function play(chosen: Letter): void {
    const side = chosen === 'x' ? hiddenSide(test, trial) : chosen;
    const wanted = takeBehind(test, side, trial) === 'first' ? test.first : test.second;
    player.select(takes.findIndex(({ id }) => id === wanted));
    if (!player.store.getState().playing) player.play();
    if (chosen !== letter) setHeard((now) => ({ ...now, [chosen]: now[chosen] + 1 }));
    setLetter(chosen);
  }

  async function answer(side: Side): Promise<void> {
    if (busy || test.finishedAt !== null) return;
    if (!canAnswer) {
      announce(BLIND.hearFirst[test.kind]);
      return;
    }
    setBusy(true);
    try {
      const next = await client.verdicts.answer({ testId: test.id, trial, side });
      setTest(next);
      if (next.finishedAt !== null) onFinished(next);
    } catch (thrown) {
      showRefusal(thrown);
    } finally {
      setBusy(false);
    }
  }

  function setEnd(end: 'start' | 'end'): void {
    const { from, to } = loop ?? { from: 0, to: player.lengthFrames };
    const moved = end === 'start' ? { from: player.frame(), to } : { from, to: player.frame() };
    if (moved.to - moved.from >= SHORTEST_LOOP_SECONDS * player.rate) player.setLoop(moved);
  }

  return {
    test,
    trial,
    letter,
    heard,
    passage,
    play,
    setEnd,
    toStart,
    letters,
    canAnswer,
    pause: () => player.pause(),
    answer: (side) => void answer(side),
  };
}

/** The loop in seconds, or the whole recording. */
function passageOf({ lengthFrames, rate }: Player, loop: Loop | null): Passage {
  return { startSeconds: (loop?.from ?? 0) / rate, endSeconds: (loop?.to ?? lengthFrames) / rate };
}
