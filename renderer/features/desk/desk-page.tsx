/** The desk: bring recordings, choose, start, watch. */

import { useEffect } from 'react';
import { PLACE_LABELS } from '../../app/strings.ts';
import { useQueue } from '../../state/desk-context.ts';
import { Notices } from '../notices/notices.tsx';
import { AddStrip } from './add-strip.tsx';
import { BatchBar } from './batch-bar.tsx';
import { EmptyDesk } from './empty-desk.tsx';
import { HoldBanners } from './hold-banners.tsx';
import { QueueTable } from './queue-table.tsx';
import { viewStore } from './view-store.ts';

export function DeskPage() {
  const loaded = useQueue((state) => state.loaded);
  const empty = useQueue((state) => state.order.length === 0);
  useEffect(() => {
    if (empty) viewStore.setState({ selected: new Set(), anchor: null, current: null });
  }, [empty]);
  if (!loaded) return null;
  if (empty) {
    return (
      <>
        <Notices />
        <EmptyDesk />
      </>
    );
  }
  return (
    <>
      <h1 className="visually-hidden">{PLACE_LABELS.desk}</h1>
      <Notices />
      <HoldBanners />
      <AddStrip />
      <BatchBar />
      <QueueTable />
    </>
  );
}
