/** What the money of a period went to: by show, batch, model or connection, or the ledger line by line. */

import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CostBy, CostFilter } from '../../../shared/domain/costs/cost-sums.ts';
import { CostRows } from './cost-rows.tsx';
import classes from './costs.module.css';
import { LedgerView } from './ledger/ledger-view.tsx';
import { LEDGER, ROWS } from './strings.ts';

/** In the order of the buttons. */
const VIEWS: readonly CostBy[] = ['show', 'batch', 'model', 'connection'];

/** One moment of the ledger over a connection. */
export interface ShownLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly connectionId: string;
}

interface ListPanelProps {
  readonly filter: CostFilter;
  /** Shown alone, instead of what the filter has; null for everything. */
  readonly line: ShownLine | null;
  readonly onAllLines: () => void;
}

export function ListPanel({ filter, line, onAllLines }: ListPanelProps) {
  const [chosen, setView] = useState<CostBy | 'ledger'>('show');
  const panel = useRef<HTMLElement>(null);
  const view = line === null ? chosen : 'ledger';
  const ledger = line === null ? filter : { from: line.at, to: line.at + 1, connectionId: line.connectionId };

  useEffect(() => {
    if (line === null) return;
    panel.current?.scrollIntoView({ block: 'nearest' });
    panel.current?.focus({ preventScroll: true });
  }, [line]);

  return (
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-label={ROWS.view}>
      <SegmentedControl
        size="xs"
        aria-label={ROWS.view}
        data={[
          ...VIEWS.map((by) => ({ value: by, label: ROWS.views[by] })),
          { value: 'ledger' as const, label: ROWS.ledger },
        ]}
        value={view}
        onChange={(value) => {
          setView(value as CostBy | 'ledger');
          onAllLines();
        }}
      />
      {line !== null && (
        <p className={classes.only} role="status">
          {LEDGER.only}{' '}
          <Button
            size="compact-xs"
            onClick={() => {
              setView('ledger');
              onAllLines();
            }}
          >
            {LEDGER.all}
          </Button>
        </p>
      )}
      {view === 'ledger' ? (
        <LedgerView key={JSON.stringify(ledger)} filter={ledger} single={line !== null} />
      ) : (
        <CostRows by={view} filter={filter} />
      )}
    </section>
  );
}
