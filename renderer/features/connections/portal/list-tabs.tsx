/** What was metered in an account, and what was done in it. */

import { useCallback } from 'react';
import { MODELS } from '../../../../shared/domain/models.ts';
import { formatCount } from '../../../../shared/domain/units.ts';
import { shownName } from '../../../components/text/format.ts';
import { usdNumber } from '../../../components/text/usd.ts';
import { Figure } from '../detail-table.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { momentOf, PagesView } from './reading-view.tsx';
import { AUDIT, USAGE } from './strings.ts';
import { usePages } from './use-reading.ts';

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
      row={({ amount, at, by, generationId, model, seconds }) => (
        <tr key={generationId}>
          <td>{momentOf(at)}</td>
          <td>
            <code>{shownName(generationId)}</code>
          </td>
          <td>{MODELS[model].label}</td>
          <td>
            <code>{shownName(by)}</code>
          </td>
          <Figure>{formatCount(seconds)}</Figure>
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
      row={({ action, at, auditId, by, details, target }) => (
        <tr key={auditId}>
          <td>{momentOf(at)}</td>
          <td>
            {shownName(action)}
            {details !== '' && <code>{shownName(details)}</code>}
          </td>
          <td>
            <code>{shownName(target)}</code>
          </td>
          <td>{by === null ? AUDIT.service : <code>{shownName(by)}</code>}</td>
        </tr>
      )}
    />
  );
}
