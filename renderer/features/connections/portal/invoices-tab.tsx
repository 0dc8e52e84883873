/** The invoices of an account, and one of them with its lines. */

import { Button, CopyButton } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { PortalInvoiceView } from '../../../../shared/contract/account/portal.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatCount } from '../../../../shared/domain/units.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { InvoiceSums } from '../../../components/connections/invoice-sums.tsx';
import { Buttons } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { usdNumber, usdWords } from '../../../components/text/usd.ts';
import { useReading } from '../account-keys/unread.tsx';
import { DetailTable, Figure } from '../detail-parts.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import classes from './portal.module.css';
import { dayWords, PagesView, ReadingView, usePages } from './reading-view.tsx';
import { ACCOUNT_INVOICES } from './strings.ts';

const PAGE = 50;
const LINE_FIGURES = [
  ACCOUNT_INVOICES.generations,
  ACCOUNT_INVOICES.seconds,
  ACCOUNT_INVOICES.price,
  ACCOUNT_INVOICES.amount,
];

export function InvoicesTab(props: TabProps) {
  const [shown, setShown] = useState<string | null>(null);
  return shown === null ? (
    <AllInvoices {...props} onShow={setShown} />
  ) : (
    <OneInvoice {...props} invoiceId={shown} onBack={() => setShown(null)} />
  );
}

function AllInvoices({ desk: { client }, connection: { id }, onShow }: TabProps & { onShow(id: string): void }) {
  const ask = useCallback(
    async (before: string | undefined) => {
      const { invoices: rows, next } = await client.portal.invoices({ connectionId: id, limit: PAGE, before });
      return { rows, next };
    },
    [client, id],
  );
  return (
    <PagesView
      connectionId={id}
      pages={usePages(ask)}
      label={ACCOUNT_INVOICES.table}
      columns={Object.values(ACCOUNT_INVOICES.columns)}
      figures={[ACCOUNT_INVOICES.columns.total]}
      none={ACCOUNT_INVOICES.none}
      row={(invoice) => (
        <tr key={invoice.invoiceId}>
          <th scope="row">{ACCOUNT_INVOICES.one(invoice.number)}</th>
          <td>{dayWords(invoice.issuedAt)}</td>
          <td>{ACCOUNT_INVOICES.reasons[invoice.reason]}</td>
          <Figure>{usdWords(invoice.total)}</Figure>
          <td>
            <Status invoice={invoice} />
          </td>
          <td>
            <Button
              h={28}
              fz={12}
              aria-label={ACCOUNT_INVOICES.showOne(invoice.number)}
              onClick={() => onShow(invoice.invoiceId)}
            >
              {ACCOUNT_INVOICES.show}
            </Button>
          </td>
        </tr>
      )}
    />
  );
}

function Status({ invoice: { status } }: { readonly invoice: Pick<PortalInvoiceView, 'status'> }) {
  return (
    <span className={classes.status} data-status={status}>
      {ACCOUNT_INVOICES.statuses[status]}
    </span>
  );
}

interface OneInvoiceProps extends TabProps {
  readonly invoiceId: string;
  onBack(): void;
}

function OneInvoice({ desk: { client }, connection: { id: connectionId }, invoiceId, onBack }: OneInvoiceProps) {
  const ask = useCallback(() => client.portal.invoice({ connectionId, invoiceId }), [client, connectionId, invoiceId]);
  return (
    <>
      <ReadingView connectionId={connectionId} asked={useReading(ask)}>
        {({ invoice }) => <Told invoice={invoice} />}
      </ReadingView>
      <Buttons mt={14}>
        <Button data-autofocus onClick={onBack}>
          {ACCOUNT_INVOICES.back}
        </Button>
        {desktopBridge() !== null && (
          <Button onClick={() => client.portal.openInvoice({ connectionId, invoiceId }).catch(showRefusal)}>
            {ACCOUNT_INVOICES.page}
          </Button>
        )}
      </Buttons>
    </>
  );
}

function Told({ invoice }: { readonly invoice: PortalInvoiceView }) {
  const { issuedAt, lines, month, number, reason } = invoice;
  return (
    <section aria-label={ACCOUNT_INVOICES.one(number)}>
      <header className={classes.head}>
        <h3>{ACCOUNT_INVOICES.one(number)}</h3>
        <span>{dayWords(issuedAt)}</span>
        <span>{ACCOUNT_INVOICES.reasons[reason]}</span>
        <span>{ACCOUNT_INVOICES.of(month)}</span>
        <Status invoice={invoice} />
      </header>
      <DetailTable
        label={ACCOUNT_INVOICES.lines}
        columns={[ACCOUNT_INVOICES.model, ...LINE_FIGURES]}
        figures={LINE_FIGURES}
      >
        {lines.map((line) => (
          <tr key={`${line.modelKey} ${line.pricePerSecond}`}>
            <th scope="row">{modelOf(line.modelKey).label}</th>
            <Figure>{formatCount(line.generations)}</Figure>
            <Figure>{formatCount(line.billableSeconds)}</Figure>
            <Figure>{usdNumber(line.pricePerSecond)}</Figure>
            <Figure>{usdNumber(line.amount)}</Figure>
          </tr>
        ))}
      </DetailTable>
      <div className={classes.sums}>
        <InvoiceSums invoice={invoice} />
      </div>
      <CopyButton value={JSON.stringify(invoice, null, 2)}>
        {({ copied, copy }) => (
          <Button onClick={copy}>{copied ? ACCOUNT_INVOICES.copied : ACCOUNT_INVOICES.copy}</Button>
        )}
      </CopyButton>
    </section>
  );
}
