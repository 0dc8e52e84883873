/** The lines of the ledger that a filter leaves, as a file. */

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { costsAddress } from '../../../../shared/contract/page/cost-address.ts';
import type { CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import { downloadFrom } from '../../../bridge/browser-session.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import classes from '../costs.module.css';
import { COSTS } from '../strings.ts';

export function CostExports({ filter }: { readonly filter: CostFilter }) {
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
          onClick={() => save(() => downloadFrom(costsAddress(format, filter), ''))}
        >
          {COSTS.exports[format]}
        </Button>
      ))}
    </div>
  );
}
