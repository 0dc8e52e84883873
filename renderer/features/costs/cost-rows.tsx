/** What shows, batches, models or connections cost, most expensive first. */

import { Table } from '@mantine/core';
import type { CostRow } from '../../../shared/contract/costs.ts';
import type { CostBy, CostFilter } from '../../../shared/domain/costs/cost-sums.ts';
import { MODEL_IDS, modelOf } from '../../../shared/domain/models.ts';
import { formatDuration, localDates } from '../../../shared/domain/units.ts';
import { ConnectionName } from '../../components/connections/connection-name.tsx';
import { shownName } from '../../components/text/format.ts';
import { usdNumber, usdWords } from '../../components/text/usd.ts';
import { batchCostsAddress } from '../../state/route-store.ts';
import classes from './costs.module.css';
import { BATCH, ROWS } from './strings.ts';
import { useLoaded } from './use-costs.ts';

const { date } = localDates(navigator.language);

export function CostRows({ by, filter }: { readonly by: CostBy; readonly filter: CostFilter }) {
  const { refusal, value } = useLoaded(JSON.stringify([by, filter]), async ({ costs }) => ({
    by,
    ...(await costs.by({ by, filter })),
  }));
  if (refusal !== null) return <p role="alert">{refusal}</p>;
  // Rows of the view before would stand under the wrong headings.
  if (value === null || value.by !== by) return null;
  if (value.rows.length === 0) return <p className={classes.none}>{ROWS.none}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={ROWS.views[by]}>
        <Table className={classes.table} horizontalSpacing={8}>
          <Head by={by} />
          <Table.Tbody>
            {value.rows.map((row) => (
              <Row key={row.id} by={by} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {value.rest > 0 && <p className={classes.none}>{ROWS.rest(value.rest)}</p>}
    </>
  );
}

function Head({ by }: { readonly by: CostBy }) {
  const numbers = [
    ROWS.generations,
    ROWS.audio,
    ...(by === 'model' ? [] : MODEL_IDS.map((id) => modelOf(id).shortLabel)),
  ];
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{ROWS.heading[by]}</Table.Th>
        {[...numbers, ROWS.minimum, ROWS.charged].map((heading) => (
          <Table.Th key={heading} scope="col" className={classes.number}>
            {heading}
          </Table.Th>
        ))}
        {by === 'show' && <Table.Th scope="col">{ROWS.verdict}</Table.Th>}
      </Table.Tr>
    </Table.Thead>
  );
}

function Row({ by, row }: { readonly by: CostBy; readonly row: CostRow }) {
  const { models, preference, total } = row;
  return (
    <Table.Tr>
      <Table.Th scope="row" title={by === 'show' ? row.detail : undefined}>
        {by === 'batch' ? (
          <a href={batchCostsAddress(row.id)} aria-label={BATCH.open(nameOf(by, row))}>
            {nameOf(by, row)}
          </a>
        ) : by === 'connection' ? (
          <ConnectionName id={row.id} name={nameOf(by, row)} />
        ) : (
          <span dir="auto">{nameOf(by, row)}</span>
        )}
        <small className={classes.under}>{detailOf(by, row)}</small>
      </Table.Th>
      <Table.Td className={classes.number}>{total.generations}</Table.Td>
      <Table.Td className={classes.number}>{formatDuration(total.seconds)}</Table.Td>
      {by !== 'model' &&
        MODEL_IDS.map((id) => {
          const of = models.find(({ model }) => model === id);
          return (
            <Table.Td key={id} className={classes.number}>
              {of === undefined || of.generations === 0 ? ROWS.nothing : usdNumber(of.charged)}
            </Table.Td>
          );
        })}
      <Table.Td className={classes.number}>
        {total.addedByMinimum === 0 ? ROWS.nothing : usdNumber(total.addedByMinimum)}
      </Table.Td>
      <Table.Td className={classes.number}>
        <b>{total.unpriced > 0 && total.charged === 0 ? usdNumber(null) : usdNumber(total.charged)}</b>
      </Table.Td>
      {by === 'show' && (
        <Table.Td>
          {preference === null ? (
            ROWS.nothing
          ) : (
            <>
              {ROWS.preferred(modelOf(preference.model).label, preference.preferred, preference.of)}
              {preference.avoidable > 0 && (
                <small className={classes.warn}>{ROWS.avoidable(usdWords(preference.avoidable))}</small>
              )}
            </>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function nameOf(by: CostBy, { label }: CostRow): string {
  return label === '' && by === 'show' ? ROWS.noShow : shownName(label);
}

function detailOf(by: CostBy, { batches, detail, lastAt }: CostRow): string {
  if (by === 'batch') return ROWS.added(date(Number(detail)));
  return ROWS.last(ROWS.batches(batches), date(lastAt));
}
