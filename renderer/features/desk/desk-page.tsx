/** The desk: add recordings, choose models, start, and watch progress. */

import { useEffect } from 'react';
import { useQueue } from '../../state/desk-context.ts';
import { viewStore } from '../../state/view-store.ts';
import { BatchBar } from './batch-bar/batch-bar.tsx';
import classes from './desk-page.module.css';
import { EmptyDesk } from './empty/empty-desk.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { QueueTable } from './queue-table/queue-table.tsx';
import { MessageLine } from './status-line/status-line.tsx';
import { DESK_TITLE } from './strings.ts';

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
        <MessageLine />
        <EmptyDesk />
      </>
    );
  }
  return (
    <>
      <h1 className="visually-hidden">{DESK_TITLE}</h1>
      <div className={classes.columns}>
        <div className={classes.main}>
          <BatchBar />
          <MessageLine />
          <QueueTable />
        </div>
        <Inspector />
      </div>
    </>
  );
}
