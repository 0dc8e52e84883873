/** Charges over time, stacked by model: as a chart, or as a table with the same figures. */

import { BarChart } from '@mantine/charts';
import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import type { CostPeriodView } from '../../../shared/contract/costs.ts';
import { MODEL_IDS, modelOf } from '../../../shared/domain/models.ts';
import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { hueOf } from '../../components/models/hue.ts';
import { usdNumber } from '../../components/text/usd.ts';
import classes from './costs.module.css';
import { type PeriodUnit, periodName, shortPeriodName } from './periods.ts';
import { CHART } from './strings.ts';

interface CostChartProps {
  readonly periods: readonly CostPeriodView[];
  readonly unit: PeriodUnit;
  /** Of each period, in micro-USD; null where none holds. */
  readonly cap: MicroUsd | null;
}

export function CostChart({ cap, periods, unit }: CostChartProps) {
  const [asTable, setAsTable] = useState(false);
  const title = CHART.title[unit];
  // Bars of nothing are no chart: what is free is counted above.
  const isBlank = periods.every(({ models }) => models.every(({ charged }) => charged === 0));
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2>
          {title} <small>{cap === null ? CHART.usd : `${CHART.usd}, ${CHART.cap(usdNumber(cap))}`}</small>
        </h2>
        {!isBlank && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAsTable(!asTable)}>
            {asTable ? CHART.asChart : CHART.asTable}
          </Button>
        )}
      </div>
      {isBlank && <p className={classes.none}>{CHART.none}</p>}
      {!isBlank && asTable && <PeriodTable periods={periods} unit={unit} />}
      {!isBlank && !asTable && <Chart periods={periods} unit={unit} cap={cap} />}
    </section>
  );
}

/** Drawn for the eye; the table says the same to everybody. */
function Chart({ cap, periods, unit }: CostChartProps) {
  const sums = periods.map(({ models }) => models.reduce((sum, { charged }) => sum + charged, 0));
  const ticks = evenTicks(Math.max(cap ?? 0, ...sums) / MICRO_USD_PER_USD);
  return (
    <div className={classes.chart} aria-hidden="true">
      <BarChart
        h={190}
        type="stacked"
        dataKey="period"
        data={periods.map((period) => ({
          period: shortPeriodName({ unit, start: period.start }),
          ...Object.fromEntries(MODEL_IDS.map((id) => [id, chargedOf(period, id) / MICRO_USD_PER_USD])),
        }))}
        series={MODEL_IDS.map((id) => ({ name: id, label: modelOf(id).label, color: `var(${hueOf(id)})` }))}
        valueFormatter={(usd) => usdNumber(Math.round(usd * MICRO_USD_PER_USD))}
        referenceLines={capLines(cap)}
        withLegend
        maxBarWidth={38}
        tickLine="none"
        gridAxis="x"
        yAxisProps={{ ticks, domain: [0, ticks.at(-1) ?? 0] }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
      />
    </div>
  );
}

/** From 0, in steps of 1, 2 or 5 times a power of ten, to at least `most`: five of them at most. */
export function evenTicks(most: number): number[] {
  const rough = Math.max(most, 0.04) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step - 0.001) + 1 }, (_, at) => Number((at * step).toFixed(6)));
}

/** In view even while no month comes near it. */
function capLines(cap: MicroUsd | null) {
  if (cap === null) return [];
  const y = cap / MICRO_USD_PER_USD;
  const label = CHART.cap(usdNumber(cap));
  return [
    { y, label, labelPosition: 'insideTopLeft' as const, color: 'var(--ct-warn)', ifOverflow: 'extendDomain' as const },
  ];
}

function PeriodTable({ periods, unit }: Omit<CostChartProps, 'cap'>) {
  return (
    <Table className={classes.table} aria-label={CHART.title[unit]}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{CHART.period[unit]}</Table.Th>
          {MODEL_IDS.map((id) => (
            <Table.Th key={id} scope="col" className={classes.number}>
              {modelOf(id).label}
            </Table.Th>
          ))}
          <Table.Th scope="col" className={classes.number}>
            {CHART.total}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {periods.toReversed().map((period) => (
          <Table.Tr key={period.start}>
            <Table.Th scope="row">{periodName({ unit, start: period.start })}</Table.Th>
            {MODEL_IDS.map((id) => (
              <Table.Td key={id} className={classes.number}>
                {usdNumber(chargedOf(period, id))}
              </Table.Td>
            ))}
            <Table.Td className={classes.number}>
              {usdNumber(period.models.reduce((sum, { charged }) => sum + charged, 0))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function chargedOf({ models }: CostPeriodView, id: string): number {
  return models.find(({ model }) => model === id)?.charged ?? 0;
}
