/** What restorations cost: a period at a glance, over time, by what it was spent on, and line by line. */

import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import '@mantine/charts/styles.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CostOverview } from '../../../shared/contract/costs.ts';
import type { MicroUsd } from '../../../shared/domain/money.ts';
import { ConnectionSelect } from '../../components/connections/connection-name.tsx';
import { usdNumber, usdWords } from '../../components/text/usd.ts';
import { useDesk, useQueue } from '../../state/desk-context.ts';
import { useNow } from '../../state/page-stores.ts';
import { batchOfView } from '../../state/route-store.ts';
import { BillingPanel, PricesPanel } from './billing-panel.tsx';
import { CostChart } from './cost-chart.tsx';
import { CostRows } from './cost-rows.tsx';
import classes from './costs.module.css';
import { CostExports, LedgerView } from './ledger/ledger-view.tsx';
import { ListPanel, type ShownLine } from './list-panel.tsx';
import {
  COST_PERIODS,
  type CostPeriod,
  chartStarts,
  monthForecast,
  movedBy,
  type PeriodUnit,
  periodAt,
  periodEnd,
  periodName,
} from './periods.ts';
import { ReconcilePanel } from './reconcile/reconcile-panel.tsx';
import { BATCH, COSTS, FIGURES, ROWS } from './strings.ts';
import { useLoaded } from './use-costs.ts';

export function CostsPage() {
  const { route } = useDesk();
  const batchId = useStore(route, ({ view }) => batchOfView(view ?? ''));
  return batchId === null ? <PeriodCosts /> : <BatchCosts key={batchId} batchId={batchId} />;
}

function PeriodCosts() {
  const now = useNow();
  const [chosen, setPeriod] = useState<CostPeriod | PeriodUnit>('month');
  const [connectionId, setConnectionId] = useState<string | null>(null);
  /** A line of the ledger that an invoice differs from. */
  const [line, setLine] = useState<ShownLine | null>(null);
  // Without a step to an earlier one, the period moves on with time.
  const period = typeof chosen === 'string' ? periodAt(chosen, now) : chosen;
  const filter = { from: period.start, to: periodEnd(period), connectionId };
  const { refusal, value } = useLoaded(JSON.stringify([period, connectionId]), ({ costs }) =>
    costs.overview({ starts: chartStarts(period), filter }),
  );
  const capOf = useCapOf(value?.connections ?? [], connectionId);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{COSTS.title}</h1>
        <PeriodChoice period={period} now={now} onChange={setPeriod} />
        <ConnectionChoice overview={value} chosen={connectionId} onChange={setConnectionId} />
        <CostExports filter={filter} />
      </header>
      {refusal !== null && <p role="alert">{refusal}</p>}
      {value !== null && (
        <>
          {isEmpty(value) && <Empty />}
          <Figures overview={value} period={period} now={now} />
          <div className={classes.columns}>
            <div className={classes.main}>
              {!isEmpty(value) && <CostChart periods={value.periods} unit={period.unit} cap={capOf(period.unit)} />}
              <ListPanel filter={filter} line={line} onAllLines={() => setLine(null)} />
            </div>
            <aside className={classes.side}>
              <BillingPanel connectionId={connectionId} />
              <InvoiceComparison overview={value} chosen={connectionId} period={period} onLine={setLine} />
              <PricesPanel prices={value.prices} connectionId={connectionId} />
            </aside>
          </div>
        </>
      )}
    </div>
  );
}

interface InvoiceComparisonProps {
  readonly overview: CostOverview;
  readonly chosen: string | null;
  readonly period: CostPeriod;
  readonly onLine: (line: ShownLine) => void;
}

/** For the chosen connection, or the only one that charged anything. */
function InvoiceComparison({ overview: { connections }, chosen, period, onLine }: InvoiceComparisonProps) {
  const id = chosen ?? onlyOne(connections);
  const connection = connections.find((one) => one.id === id);
  if (connection === undefined) return null;
  return (
    <ReconcilePanel
      key={connection.id}
      connection={connection}
      from={period.start}
      to={periodEnd(period)}
      onLine={(at) => onLine({ at, connectionId: connection.id })}
    />
  );
}

function onlyOne(connections: CostOverview['connections']): string | undefined {
  return connections.length === 1 ? connections[0]?.id : undefined;
}

/** The cap of a unit of time, where one connection is shown: caps hold for each by itself. */
function useCapOf(
  connections: CostOverview['connections'],
  chosen: string | null,
): (unit: PeriodUnit) => MicroUsd | null {
  const id = chosen ?? onlyOne(connections);
  const caps = useQueue(({ totals }) => totals.spending.find(({ connectionId }) => connectionId === id)?.caps);
  return (unit) => (unit === 'year' ? null : (caps?.[unit] ?? null));
}

function isEmpty({ held, periods, total }: CostOverview): boolean {
  return (
    held === 0 && total.generations === 0 && total.reused === 0 && periods.every(({ models }) => models.length === 0)
  );
}

function Empty() {
  return (
    <div className={classes.empty}>
      <h2>{COSTS.emptyTitle}</h2>
      <p>{COSTS.emptyText}</p>
    </div>
  );
}

interface PeriodChoiceProps {
  readonly period: CostPeriod;
  readonly now: number;
  /** A unit stands for its present period. */
  readonly onChange: (period: CostPeriod | PeriodUnit) => void;
}

function PeriodChoice({ period, now, onChange }: PeriodChoiceProps) {
  const move = (by: number) => {
    const moved = movedBy(period, by);
    onChange(periodEnd(moved) > now ? moved.unit : moved);
  };
  return (
    <Group gap={6} wrap="nowrap">
      <SegmentedControl
        size="xs"
        aria-label={COSTS.unit}
        data={COST_PERIODS.map((unit) => ({ value: unit, label: COSTS.units[unit] }))}
        value={period.unit}
        onChange={(unit) => onChange(unit as PeriodUnit)}
      />
      <ActionIcon aria-label={COSTS.earlier} onClick={() => move(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <strong className={classes.name} aria-live="polite">
        {periodName(period)}
      </strong>
      <ActionIcon aria-label={COSTS.later} disabled={periodEnd(period) > now} onClick={() => move(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  );
}

interface ConnectionChoiceProps {
  readonly overview: CostOverview | null;
  readonly chosen: string | null;
  readonly onChange: (connectionId: string | null) => void;
}

function ConnectionChoice({ overview, chosen, onChange }: ConnectionChoiceProps) {
  const capped = useQueue(({ totals }) => totals.spending);
  const known = new Map(capped.map(({ connection, connectionId }) => [connectionId, connection]));
  for (const { id, name } of overview?.connections ?? []) known.set(id, name);
  return (
    <ConnectionSelect
      size="xs"
      className={classes.connection}
      aria-label={COSTS.connection}
      placeholder={COSTS.everyConnection}
      clearable
      connections={[...known].map(([id, name]) => ({ id, name }))}
      value={chosen}
      onChange={onChange}
    />
  );
}

function BatchCosts({ batchId }: { readonly batchId: string }) {
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

interface FiguresProps {
  readonly overview: CostOverview;
  readonly period: CostPeriod;
  readonly now: number;
}

function Figures({ overview: { held, total }, period, now }: FiguresProps) {
  const expected = monthForecast(period, total.charged, now);
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
      <Figure name={FIGURES.minimum} amount={total.addedByMinimum} text={minimumWords(total)} />
    </dl>
  );
}

/** The minimum adds nothing to what is free, however short. */
function minimumWords({ charged, refunded, short }: CostOverview['total']): string {
  if (short > 0) return FIGURES.minimumText(short);
  return charged + refunded === 0 ? FIGURES.minimumFree : FIGURES.minimumNone;
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
