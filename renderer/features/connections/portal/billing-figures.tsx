/** What an account used this month, what is not invoiced yet, and how far the next early invoice is. */

import { Stack } from '@mantine/core';
import type { PortalAccountView } from '../../../../shared/contract/account/portal.ts';
import { ProgressTrack } from '../../../components/marks/marks.tsx';
import { amountOfAudio } from '../../../components/text/format.ts';
import { usdWords } from '../../../components/text/usd.ts';
import classes from './billing.module.css';
import shared from './portal.module.css';
import { BILLING } from './strings.ts';

export function BillingFigures({ account }: { readonly account: PortalAccountView }) {
  const { carried, credit, held, nextThreshold, spentThisMonth, unbilled } = account;
  const { billableSeconds, lifetime } = account.usage;
  const figures = [
    [BILLING.month, spentThisMonth, amountOfAudio(billableSeconds)],
    [BILLING.unbilled, unbilled, BILLING.unbilledNote(usdWords(carried))],
    [BILLING.held, held, BILLING.heldNote],
    [BILLING.credit, credit, BILLING.creditNote],
  ] as const;
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([name, amount, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.amount}>{usdWords(amount)}</dd>
            <dd className={shared.note}>{note}</dd>
          </div>
        ))}
      </dl>
      {nextThreshold === null ? (
        <p className={shared.note}>{BILLING.lastThreshold}</p>
      ) : (
        <Stack gap={6}>
          <span role="img" aria-label={BILLING.threshold(usdWords(lifetime), usdWords(nextThreshold))}>
            <ProgressTrack fraction={Math.min(1, lifetime / nextThreshold)} height={6} />
          </span>
          <p className={shared.note}>
            {BILLING.threshold(usdWords(lifetime), usdWords(nextThreshold))}. {BILLING.monthEnd}
          </p>
        </Stack>
      )}
    </>
  );
}
