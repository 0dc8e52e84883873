/** The four figures of a period: charged, held, saved, added by the minimum. */

import type { CostOverview } from '../../../shared/contract/costs.ts';
import { usdNumber, usdWords } from '../../components/text/usd.ts';
import classes from './costs.module.css';
import { forecast, type Period } from './periods.ts';
import { FIGURES } from './strings.ts';

interface FiguresProps {
  readonly overview: CostOverview;
  readonly period: Period;
  readonly now: number;
}

export function Figures({ overview: { held, total }, period, now }: FiguresProps) {
  const expected = forecast(period, total.charged, now);
  const charged = [
    FIGURES.ofGenerations(total.generations),
    ...(total.unpriced > 0 ? [FIGURES.unpriced(total.unpriced)] : []),
    ...(total.refunded > 0 ? [FIGURES.refunded(usdWords(total.refunded))] : []),
    ...(expected === null || total.charged === 0 ? [] : [FIGURES.forecast(usdWords(expected))]),
  ].join(' · ');
  return (
    <dl className={classes.figures}>
      <Figure name={FIGURES.charged} amount={total.charged} text={charged} />
      <Figure name={FIGURES.held} amount={held} text={FIGURES.heldText} />
      <Figure
        name={FIGURES.saved}
        amount={total.saved}
        text={total.reused === 0 ? FIGURES.savedNone : FIGURES.savedText(total.reused)}
      />
      <Figure
        name={FIGURES.minimum}
        amount={total.addedByMinimum}
        text={total.short === 0 ? FIGURES.minimumNone : FIGURES.minimumText(total.short)}
      />
    </dl>
  );
}

function Figure({ name, amount, text }: { readonly name: string; readonly amount: number; readonly text: string }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        <b>{usdNumber(amount)}</b> <small>USD</small>
      </dd>
      <dd className={classes.under}>{text}</dd>
    </div>
  );
}
