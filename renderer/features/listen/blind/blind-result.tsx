/** The result of a blind test, with what was hidden. */

import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { BlindTestView } from '../../../../shared/contract/listening/verdicts.ts';
import {
  certaintyOf,
  guesses,
  hiddenSide,
  scoreOf,
  takeBehind,
} from '../../../../shared/domain/listening/blind-test.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { Buttons } from '../../../components/layout/layout.tsx';
import { announce } from '../../../state/page-stores.ts';
import classes from './blind.module.css';
import { BLIND } from './strings.ts';

interface BlindResultProps {
  readonly test: BlindTestView;
  /** Keeps a verdict; both are ids of takes. */
  onPrefer(take: string, over: string): void;
  onAgain(): void;
  onClose(): void;
}

export function BlindResult({ test, onPrefer, onAgain, onClose }: BlindResultProps) {
  const [saved, setSaved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    announce(BLIND.finished(findingOf(test).hits, test.trials));
  }, [test]);
  const winner = winnerOf(test);
  return (
    <div className={classes.room}>
      <header className={classes.header}>
        <h1 ref={title} tabIndex={-1}>
          {BLIND.title}
        </h1>
        <span className={classes.pill}>{BLIND.against(test.firstLabel, test.secondLabel)}</span>
      </header>
      <div className={classes.result}>
        <ScoreCard test={test} />
        <TestDetails test={test} />
        <Buttons>
          <Button h={34} variant="filled" onClick={onClose}>
            {BLIND.back}
          </Button>
          {winner !== null && (
            <Button
              h={34}
              disabled={saved}
              onClick={() => {
                onPrefer(winner.take, winner.over);
                setSaved(true);
              }}
            >
              {BLIND.asVerdict(winner.label)}
            </Button>
          )}
          <Button h={34} onClick={onAgain}>
            {BLIND.again}
          </Button>
        </Buttons>
      </div>
    </div>
  );
}

/** The take that was preferred, as the sentence says; null for an ABX test, and where nothing is clear. */
export function winnerOf(
  test: BlindTestView,
): { readonly take: string; readonly label: string; readonly over: string } | null {
  const { p, preferred } = findingOf(test);
  const certainty = certaintyOf(p);
  if (preferred === null || (certainty !== 'certain' && certainty !== 'probable')) return null;
  const { first, firstLabel, second, secondLabel } = test;
  return preferred === 'first'
    ? { take: first, label: firstLabel, over: second }
    : { take: second, label: secondLabel, over: first };
}

export function TestDetails({ test }: { test: BlindTestView }) {
  const nameOf = (side: 'a' | 'b') => (takeBehind(test, side, 0) === 'first' ? test.firstLabel : test.secondLabel);
  const right = test.answers.map(({ side }, trial) => side === hiddenSide(test, trial));
  const rows: [string, React.ReactNode][] = [
    [BLIND.recording, test.recording],
    [BLIND.compared, BLIND.against(test.firstLabel, test.secondLabel)],
  ];
  if (test.kind === 'abx') {
    rows.push([BLIND.letters, `${nameOf('a')}, ${nameOf('b')}`], [BLIND.answers, <Marks key="marks" right={right} />]);
  }
  if (test.finishedAt !== null) {
    rows.push([BLIND.timeTaken, formatDuration((test.finishedAt - test.startedAt) / 1000)]);
  }
  if (test.listener !== '') rows.push([BLIND.listener, test.listener]);
  return (
    <dl className={classes.details} aria-label={BLIND.details}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Marks({ right }: { right: readonly boolean[] }) {
  const hits = right.filter(Boolean).length;
  return (
    <span className={classes.marks} role="img" aria-label={BLIND.answersWords(hits, right.length)}>
      {right.map((hit, trial) => {
        const Icon = hit ? IconCheck : IconX;
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the trial
        return <Icon key={trial} size={14} stroke={2.4} data-hit={hit} />;
      })}
    </span>
  );
}

export interface BlindFinding {
  readonly hits: number;
  readonly p: number;
  /** The take that was preferred more often; null for an ABX test and for a tie. */
  readonly preferred: 'first' | 'second' | null;
  readonly sentence: string;
}

/** @param test a finished one */
export function findingOf(test: BlindTestView): BlindFinding {
  const sides = test.answers.map(({ side }) => side);
  const { hits, p } = scoreOf(test, sides, test.trials);
  const chance = p ?? 1;
  const certainty = certaintyOf(chance);
  if (test.kind === 'abx') return { hits, p: chance, preferred: null, sentence: BLIND.certainty[certainty] };
  const preferred = hits * 2 === test.trials ? null : hits * 2 > test.trials ? 'second' : 'first';
  const label = preferred === 'second' ? test.secondLabel : test.firstLabel;
  const votes = preferred === 'second' ? hits : test.trials - hits;
  return { hits: votes, p: chance, preferred, sentence: BLIND.preference[certainty](label) };
}

export function ScoreCard({ test }: { test: BlindTestView }) {
  const { hits, p, preferred, sentence } = findingOf(test);
  const share = BLIND.ofTests(p);
  return (
    <div className={classes.score}>
      <p className={classes.figures}>
        <b>{BLIND.right(hits, test.trials)}</b>
        <span>
          {test.kind === 'abx'
            ? BLIND.rightWord
            : BLIND.preferred(preferred === 'second' ? test.secondLabel : test.firstLabel)}
        </span>
        <span className={classes.p}>{BLIND.p(p)}</span>
      </p>
      <p className={classes.sentence}>{sentence}</p>
      <p className={classes.note}>
        {test.kind === 'abx' ? BLIND.meaning(hits, test.trials, share) : BLIND.meaningPreference(share)}
      </p>
      {test.kind === 'abx' && <Chart hits={hits} trials={test.trials} />}
    </div>
  );
}

/** How often a guesser gets each number of right answers; this result and better ones are marked. */
function Chart({ hits, trials }: { hits: number; trials: number }) {
  const shares = guesses(trials);
  const most = Math.max(...shares);
  return (
    <figure className={classes.chart} role="img" aria-label={BLIND.chart(trials)}>
      <div className={classes.bars} aria-hidden="true">
        {shares.map((value, right) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of right answers
          <span key={right}>
            <i data-hit={right >= hits} style={{ height: `${Math.max(2, (value / most) * 100)}%` }} />
            {trials <= 16 && <small data-hit={right === hits}>{right}</small>}
          </span>
        ))}
      </div>
      <figcaption aria-hidden="true">{BLIND.chartNote}</figcaption>
    </figure>
  );
}
