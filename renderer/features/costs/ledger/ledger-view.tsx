/** The ledger: every quote, hold, charge, release and refund, newest first, loaded while scrolling. */

import { Button, Select } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconDownload,
  IconFileText,
  IconLock,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import {
  LEDGER_KINDS,
  type LedgerKind,
  type LedgerLine,
  type LedgerPlace,
} from '../../../../shared/domain/costs/ledger-lines.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import grid from '../../../components/grid/grid.module.css';
import { Grid, GridPart, type RowPlace } from '../../../components/grid/grid.tsx';
import { exportTable } from '../../../components/messages/export-table.tsx';
import { sentenceOf, useSaving } from '../../../components/messages/saving.tsx';
import { formatMoment, shownName } from '../../../components/text/format.ts';
import { usdNumber } from '../../../components/text/usd.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { useNow } from '../../../state/page-stores.ts';
import { useAsked } from '../../../state/use-asked.ts';
import classes from '../costs.module.css';
import { COSTS, LEDGER, ROWS } from '../strings.ts';

const PAGE = 100;

const ROW_HEIGHT = 34;
const ICONS = {
  quote: IconFileText,
  hold: IconLock,
  charge: IconCheck,
  release: IconArrowBackUp,
  refund: IconReceiptRefund,
} satisfies Record<LedgerKind, typeof IconLock>;

/** @param single whether one line is shown, which needs no choice of kinds */
export function LedgerView({ filter, single }: { readonly filter: CostFilter; readonly single: boolean }) {
  const [kind, setKind] = useState<LedgerKind | null>(null);
  const { lines, more, refusal } = useLedger(filter, kind);
  const ids = useMemo(() => (lines ?? []).map(keyOf), [lines]);
  const row = useCallback(
    (place: RowPlace) => {
      const line = lines?.[place.index];
      return line === undefined ? null : <Line line={line} index={place.index} top={place.top} />;
    },
    [lines],
  );
  return (
    <>
      {!single && (
        <Select
          size="xs"
          className={classes.kind}
          aria-label={LEDGER.kind}
          placeholder={LEDGER.all}
          clearable
          data={LEDGER_KINDS.map((value) => ({ value, label: LEDGER.kinds[value] }))}
          value={kind}
          onChange={(value) => setKind(value as LedgerKind | null)}
        />
      )}
      {refusal !== null && <p role="alert">{refusal}</p>}
      {lines !== null && lines.length === 0 && <p className={classes.none}>{LEDGER.none}</p>}
      {lines !== null && lines.length > 0 && (
        <div className={classes.ledger}>
          <Grid
            part="table"
            aria-label={ROWS.ledger}
            className={grid.framed}
            ids={ids}
            rowHeight={ROW_HEIGHT}
            header={<Header />}
            row={row}
            onNearEnd={more}
          />
        </div>
      )}
    </>
  );
}

/** A hold and its quote share an entry. */
function keyOf({ id, kind }: LedgerLine): string {
  return kind === 'quote' ? `${id} quote` : String(id);
}

function Header() {
  const headings = [LEDGER.time, LEDGER.line, LEDGER.recording, LEDGER.model];
  return (
    <GridPart part="row" aria-rowindex={1} className={`${classes.lines} ${grid.head}`}>
      {headings.map((heading) => (
        <GridPart key={heading} part="columnheader">
          {heading}
        </GridPart>
      ))}
      <GridPart part="columnheader" className={grid.number}>
        {LEDGER.seconds}
      </GridPart>
      <GridPart part="columnheader" className={grid.number}>
        {LEDGER.amount}
      </GridPart>
      <GridPart part="columnheader" className={classes.wide}>
        {LEDGER.generation}
      </GridPart>
    </GridPart>
  );
}

function Line({ line, index, top }: { readonly line: LedgerLine; readonly index: number; readonly top: number }) {
  const Icon = ICONS[line.kind];
  return (
    <GridPart
      part="row"
      aria-rowindex={index + 2}
      className={`${classes.lines} ${grid.row}`}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT }}
    >
      <GridPart part="cell" className={classes.dim}>
        <At at={line.at} />
      </GridPart>
      <GridPart part="cell" className={classes.lineKind} data-kind={line.kind}>
        <Icon size={14} aria-hidden="true" /> {LEDGER.kinds[line.kind]}
      </GridPart>
      <GridPart part="cell" className="cut" title={`${line.folder}${line.recording} · ${line.connection}`}>
        <span dir="auto">{shownName(line.recording)}</span>
      </GridPart>
      <GridPart part="cell">{modelOf(line.model).shortLabel}</GridPart>
      <GridPart part="cell" className={grid.number}>
        {line.seconds}
      </GridPart>
      <GridPart part="cell" className={grid.number}>
        {signed(line)}
      </GridPart>
      <GridPart part="cell" className={`${classes.dim} ${classes.wide} cut`}>
        {line.generationId ?? '—'}
      </GridPart>
    </GridPart>
  );
}

function At({ at }: { readonly at: number }) {
  return formatMoment(at, useNow());
}

/** What was given back has a minus. */
function signed({ amount, kind }: LedgerLine): string {
  const isGivenBack = kind === 'release' || kind === 'refund';
  return amount !== null && amount !== 0 && isGivenBack ? `−${usdNumber(amount)}` : usdNumber(amount);
}

interface Pages {
  readonly lines: readonly LedgerLine[];
  readonly next: LedgerPlace | null;
}

/** @param filter stays the same: another one needs a component of its own */
function useLedger(filter: CostFilter, kind: LedgerKind | null) {
  const { client } = useDesk();
  const busy = useRef(false);
  const given = useRef(filter);

  const load = useCallback(
    (before: LedgerPlace | null): Promise<Pages> =>
      client.costs.ledger({ filter: given.current, kinds: kind === null ? undefined : [kind], before, limit: PAGE }),
    [client, kind],
  );
  const { answer: pages, change, thrown } = useAsked(useCallback(() => load(null), [load]));

  const more = useCallback(() => {
    if (busy.current || pages === null || pages.next === null) return;
    busy.current = true;
    load(pages.next)
      .then(({ lines, next }) => change((now) => (now === pages ? { lines: [...now.lines, ...lines], next } : now)))
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [change, load, pages]);

  return { lines: pages?.lines ?? null, refusal: thrown === null ? null : sentenceOf(thrown), more };
}

export function CostExports({ filter }: { readonly filter: CostFilter }) {
  const desk = useDesk();
  const { busy, refusal, save } = useSaving(() => undefined);
  return (
    <div className={classes.exports}>
      {refusal}
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          size="xs"
          leftSection={<IconDownload size={14} />}
          disabled={busy}
          onClick={() => save(() => exportTable(desk, { list: 'costs', format, filter }))}
        >
          {COSTS.exports[format]}
        </Button>
      ))}
    </div>
  );
}
