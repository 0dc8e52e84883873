/** The lines of the ledger that a filter leaves, as a file. */

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import { exportTable } from '../../../components/messages/export-table.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from '../costs.module.css';
import { COSTS } from '../strings.ts';

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
