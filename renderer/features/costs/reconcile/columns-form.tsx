/** Asks which column of a CSV invoice is which, with the first lines of the file beside. */

import { Button, Select, Stack, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { InvoiceView } from '../../../../shared/contract/costs.ts';
import { canReconcile, INVOICE_FIELDS, type InvoiceColumns } from '../../../../shared/domain/costs/invoice-columns.ts';
import classes from '../costs.module.css';
import { COLUMNS } from './strings.ts';

/** @param onChosen called with the columns once the person has confirmed them */
export function askForColumns(invoice: InvoiceView, onChosen: (columns: InvoiceColumns) => void): void {
  const id = modals.open({
    title: COLUMNS.title,
    size: 'lg',
    children: (
      <ColumnsForm
        invoice={invoice}
        onChosen={(columns) => {
          modals.close(id);
          onChosen(columns);
        }}
      />
    ),
  });
}

interface ColumnsFormProps {
  readonly invoice: InvoiceView;
  readonly onChosen: (columns: InvoiceColumns) => void;
}

function ColumnsForm({ invoice, onChosen }: ColumnsFormProps) {
  const [columns, setColumns] = useState<InvoiceColumns>(invoice.guess);
  const isEnough = canReconcile(columns);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isEnough) onChosen(columns);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{COLUMNS.text(invoice.lines)}</Text>
        <div className={classes.fields}>
          {INVOICE_FIELDS.map((field) => (
            <Select
              key={field}
              label={COLUMNS.fields[field]}
              placeholder={COLUMNS.none}
              clearable
              data={[...new Set(invoice.columns)].filter((name) => name !== '')}
              value={columns[field]}
              onChange={(name) => setColumns({ ...columns, [field]: name })}
            />
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={classes.scroll} tabIndex={0} aria-label={COLUMNS.sample}>
          <Table className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                {placed(invoice.columns).map(({ id, text }) => (
                  <Table.Th key={id} scope="col">
                    {text}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {placed(invoice.sample).map(({ id, text: cells }) => (
                <Table.Tr key={id}>
                  {placed(cells).map((cell) => (
                    <Table.Td key={cell.id}>{cell.text}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
        {!isEnough && (
          <Text size="sm" role="status">
            {COLUMNS.missing}
          </Text>
        )}
        <Button type="submit" variant="filled" disabled={!isEnough}>
          {COLUMNS.compare}
        </Button>
      </Stack>
    </form>
  );
}

/** Cells have nothing but their places to tell them apart: they may be equal, and never move. */
function placed<Text>(all: readonly Text[]): { readonly id: number; readonly text: Text }[] {
  return all.map((text, id) => ({ id, text }));
}
