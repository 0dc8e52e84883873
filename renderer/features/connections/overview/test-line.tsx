/** The test of a connection, and what it said. */

import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { type Diagnosis, testConnection, useDiagnosis } from '../diagnoses.ts';
import { CONNECTIONS } from '../strings.ts';
import classes from './overview.module.css';

export function TestLine({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const diagnosis = useDiagnosis(connection.id);
  return (
    <div className={classes.test} data-ok={diagnosis?.kind === 'said' ? diagnosis.ok : undefined}>
      <Answer connection={connection} diagnosis={diagnosis} />
      <Button
        h={30}
        fz={12}
        loading={diagnosis?.kind === 'testing'}
        onClick={() => void testConnection(desk, connection.id)}
      >
        {CONNECTIONS.test}
      </Button>
    </div>
  );
}

function Answer({ connection, diagnosis }: { connection: ConnectionView; diagnosis: Diagnosis | null }) {
  const said = diagnosis?.kind === 'said' ? diagnosis : null;
  const unpriced = MODEL_IDS.some((model) => connection.prices[model] === null);
  return (
    <span className={classes.answer} role="status">
      {diagnosis === null && CONNECTIONS.untested[connection.kind]}
      {diagnosis?.kind === 'testing' && CONNECTIONS.testing}
      {said !== null && (
        <>
          {said.ok ? <IconCircleCheckFilled size={16} /> : <IconAlertTriangleFilled size={16} />}
          {said.ok && connection.kind === 'remote'
            ? `${said.sentence} ${unpriced ? CONNECTIONS.unpriced : CONNECTIONS.priced}`
            : said.sentence}
        </>
      )}
    </span>
  );
}
