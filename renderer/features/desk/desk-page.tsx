/** The desk: bring recordings, choose, start, watch. */

import { useQueue } from '../../state/desk-context.ts';
import { AddStrip } from './add-strip.tsx';
import { BatchBar } from './batch-bar.tsx';
import { EmptyDesk } from './empty-desk.tsx';
import { QueueTable } from './queue-table.tsx';

export function DeskPage() {
  const loaded = useQueue((state) => state.loaded);
  const empty = useQueue((state) => state.order.length === 0);
  if (!loaded) return null;
  if (empty) return <EmptyDesk />;
  return (
    <>
      <AddStrip />
      <BatchBar />
      <QueueTable />
    </>
  );
}
