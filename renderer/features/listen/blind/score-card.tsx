/** What a finished blind test came to: score, chance, and what that means. */

import type { BlindTestView } from '../../../../shared/contract/verdicts.ts';
import { certaintyOf, guesses, scoreOf } from '../../../../shared/domain/listening/blind-test.ts';
import classes from './blind.module.css';
import { BLIND } from './strings.ts';

export interface Finding {
  readonly hits: number;
  readonly p: number;
  /** The take that was preferred more often; null for an ABX test and for a tie. */
  readonly preferred: 'first' | 'second' | null;
  readonly sentence: string;
}

/** @param test a finished one */
export function findingOf(test: BlindTestView): Finding {
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
