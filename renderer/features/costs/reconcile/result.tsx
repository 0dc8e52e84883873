/** What a comparison of an invoice with the ledger came to, line by line, and what to do. */

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReconciliationView } from '../../../../shared/contract/costs.ts';
import { DIFFERENCE_WORDS } from '../../../../shared/domain/costs/reconcile-words.ts';
import { shownName } from '../../../components/text/format.ts';
import { usdNumber, usdWords } from '../../../components/text/usd.ts';
import classes from '../costs.module.css';
import { RECONCILE } from './strings.ts';

interface ResultProps {
  readonly result: ReconciliationView;
  /** Shows a charge in the ledger. @param at when it was made, in milliseconds since the epoch */
  readonly onLine: (at: number) => void;
}

export function Result({
  result: { charged, discrepancies, found, invoiced, matched, sentence },
  onLine,
}: ResultProps) {
  return (
    <>
      <ul className={classes.outcome}>
        <li>
          <IconCheck size={14} aria-hidden="true" /> {RECONCILE.matched} <b>{matched}</b>
        </li>
        <li data-warn={found > 0}>
          {found > 0 ? <IconAlertTriangle size={14} aria-hidden="true" /> : <IconCheck size={14} aria-hidden="true" />}{' '}
          {RECONCILE.different} <b>{found}</b>
        </li>
      </ul>
      <p className={classes.none}>{RECONCILE.totals(usdWords(invoiced), usdWords(charged))}</p>
      <ul className={classes.discrepancies}>
        {discrepancies.map((one) => (
          <li key={`${one.kind} ${one.row} ${one.generationId} ${one.at}`}>
            <b>{RECONCILE.kinds[one.kind]}</b>{' '}
            {one.kind === 'different' && `(${one.differences.map((each) => DIFFERENCE_WORDS[each]).join(', ')})`}
            <span className={classes.under}>
              {[
                ...(one.recording === null ? [] : [shownName(one.recording)]),
                ...(one.row === null ? [] : [RECONCILE.line(one.row)]),
                one.kind === 'different'
                  ? RECONCILE.amounts(usdNumber(one.invoiced), usdNumber(one.charged))
                  : usdWords(one.invoiced ?? one.charged),
              ].join(' · ')}
            </span>
            {one.recording !== null && one.at !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={RECONCILE.showNamed(shownName(one.recording))}
                onClick={() => onLine(one.at ?? 0)}
              >
                {RECONCILE.show}
              </Button>
            )}
            {one.generationId !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={RECONCILE.copyNamed(one.generationId)}
                onClick={() => void navigator.clipboard.writeText(one.generationId ?? '')}
              >
                {RECONCILE.copy}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found > discrepancies.length && <p className={classes.none}>{RECONCILE.more(found - discrepancies.length)}</p>}
      <p role="status">{sentence}</p>
    </>
  );
}
