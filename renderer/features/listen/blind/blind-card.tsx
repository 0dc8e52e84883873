/** Blind tests in the side panel: the way to a new one, and what earlier ones came to. */

import { Button } from '@mantine/core';
import type { BlindTestView } from '../../../../shared/contract/listening/verdicts.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { formatMoment } from '../../../components/text/format.ts';
import { useNow } from '../../../state/page-stores.ts';
import classes from './blind.module.css';
import { findingOf, ScoreCard, TestDetails } from './blind-result.tsx';
import { BLIND } from './strings.ts';

interface BlindCardProps {
  readonly tests: readonly BlindTestView[];
  /** Whether there are two takes to compare. */
  readonly possible: boolean;
  onOpen(): void;
}

export function BlindCard({ tests, possible, onOpen }: BlindCardProps) {
  return (
    <section className={classes.panelCard} aria-label={BLIND.title}>
      <h2>
        {BLIND.title} <KeyCap>B</KeyCap>
      </h2>
      <p>{BLIND.card}</p>
      <Button h={32} disabled={!possible} onClick={onOpen}>
        {BLIND.open}
      </Button>
      <Earlier tests={tests} />
    </section>
  );
}

/** While a test runs: only finished ones, which tell nothing of it. */
interface EarlierTestsProps {
  /** Without the one that is open. */
  readonly tests: readonly BlindTestView[];
  /** Whether the open one is finished: it stands beside these. */
  readonly isFinished: boolean;
}

export function EarlierTests({ isFinished, tests }: EarlierTestsProps) {
  const [previous] = tests;
  if (previous === undefined) return <p className={classes.note}>{isFinished ? BLIND.noOthers : BLIND.none}</p>;
  return (
    <>
      <h2 className={classes.panelTitle}>{BLIND.previous}</h2>
      <ScoreCard test={previous} />
      <TestDetails test={previous} />
      <Earlier tests={tests.slice(1)} />
    </>
  );
}

const MOST_SHOWN = 6;

function Earlier({ tests }: { tests: readonly BlindTestView[] }) {
  const now = useNow();
  if (tests.length === 0) return null;
  return (
    <>
      <h3 className={classes.panelTitle}>{BLIND.earlier}</h3>
      <ul className={classes.earlier}>
        {tests.slice(0, MOST_SHOWN).map((test) => {
          const { hits, p, sentence } = findingOf(test);
          return (
            <li key={test.id}>
              <b>{BLIND.right(hits, test.trials)}</b>
              <span>{BLIND.p(p)}</span>
              <span>{formatMoment(test.finishedAt ?? test.startedAt, now)}</span>
              <span className={classes.verdict}>{sentence}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
