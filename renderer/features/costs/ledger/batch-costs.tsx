/** What one batch cost: its sums, and every line of its ledger, whenever that was. */

import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useDesk } from '../../../state/desk-context.ts';
import { CostRows } from '../cost-rows.tsx';
import classes from '../costs.module.css';
import { BATCH, ROWS } from '../strings.ts';
import { CostExports } from './cost-exports.tsx';
import { LedgerView } from './ledger-view.tsx';

export function BatchCosts({ batchId }: { readonly batchId: string }) {
  const desk = useDesk();
  const filter = useMemo(() => ({ batchId }), [batchId]);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{BATCH.title}</h1>
        <Button size="xs" onClick={() => desk.goTo('costs')}>
          {BATCH.all}
        </Button>
        <CostExports filter={filter} />
      </header>
      <section className={classes.panel} aria-label={BATCH.sums}>
        <CostRows by="batch" filter={filter} />
      </section>
      <section className={classes.panel} aria-label={ROWS.ledger}>
        <LedgerView filter={filter} single={false} />
      </section>
    </div>
  );
}
