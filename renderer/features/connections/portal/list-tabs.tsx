/** What was metered in an account, and what was done in it. */

import { useCallback } from 'react';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatCount } from '../../../../shared/domain/units.ts';
import { shownName } from '../../../components/text/format.ts';
import { usdNumber } from '../../../components/text/usd.ts';
import { Figure } from '../detail-parts.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { momentOf, PagesView, usePages } from './reading-view.tsx';
import { AUDIT, USAGE } from './strings.ts';

const PAGE = 50;

export function UsageTab({ desk: { client }, connection: { id: connectionId } }: TabProps) {
  const ask = useCallback(
    async (before: string | undefined) => {
      const { usage: rows, next } = await client.portal.usage({ connectionId, limit: PAGE, before });
      return { rows, next };
    },
    [client, connectionId],
  );
  return (
    <PagesView
      connectionId={connectionId}
      pages={usePages(ask)}
      label={USAGE.table}
      columns={USAGE.columns}
      figures={USAGE.figures}
      none={USAGE.none}
      row={({ amount, apiKeyId, billableSeconds, generationId, modelKey, recordedAt }) => (
        <tr key={generationId}>
          <td>{momentOf(recordedAt)}</td>
          <td>
            <code>{shownName(generationId)}</code>
          </td>
          <td>{modelOf(modelKey).label}</td>
          <td>
            <code>{shownName(apiKeyId)}</code>
          </td>
          <Figure>{formatCount(billableSeconds)}</Figure>
          <Figure>{usdNumber(amount)}</Figure>
        </tr>
      )}
    />
  );
}

export function AuditTab({ desk: { client }, connection: { id: connectionId } }: TabProps) {
  const ask = useCallback(
    async (before: string | undefined) => {
      const { entries: rows, next } = await client.portal.audit({ connectionId, limit: PAGE, before });
      return { rows, next };
    },
    [client, connectionId],
  );
  return (
    <PagesView
      connectionId={connectionId}
      pages={usePages(ask)}
      label={AUDIT.table}
      columns={AUDIT.columns}
      none={AUDIT.none}
      row={({ action, actorKeyId, auditId, createdAt, details, target }) => (
        <tr key={auditId}>
          <td>{momentOf(createdAt)}</td>
          <td>
            {shownName(action)}
            {Object.keys(details).length > 0 && <code>{shownName(JSON.stringify(details))}</code>}
          </td>
          <td>
            <code>{shownName(target)}</code>
          </td>
          <td>{actorKeyId === null ? AUDIT.service : <code>{shownName(actorKeyId)}</code>}</td>
        </tr>
      )}
    />
  );
}
