/** The frame around every place: top bar, rail, the place itself, footer. */

import { lazy, Suspense } from 'react';
import { DeskPage } from '../../features/desk/desk-page.tsx';
import { DropLayer } from '../../features/drop/drop-layer.tsx';
import { UploadPanel } from '../../features/drop/upload-panel.tsx';
import { usePlace, useSession } from '../../state/desk-context.ts';
import { LiveRegion } from '../live-region.tsx';
import { GATES, SHELL } from '../strings.ts';
import { usePlaceKeys } from '../use-place-keys.ts';
import { useTitle } from '../use-title.ts';
import { Footer } from './footer.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { TopBar } from './top-bar.tsx';

const ListenPage = lazy(async () => ({ default: (await import('../../features/listen/listen-page.tsx')).ListenPage }));
const HistoryPage = lazy(async () => ({
  default: (await import('../../features/history/history-page.tsx')).HistoryPage,
}));
const ConnectionsPage = lazy(async () => ({
  default: (await import('../../features/connections/connections-page.tsx')).ConnectionsPage,
}));

const SettingsPage = lazy(async () => ({
  default: (await import('../../features/settings/settings-page.tsx')).SettingsPage,
}));

export function Shell() {
  usePlaceKeys();
  useTitle();
  const lost = useSession((state) => state.link.kind === 'lost');
  // A connection that is back at once takes neither the focus nor a click; one that stays away can do nothing.
  const dead = useSession((state) => state.link.kind === 'lost' && state.link.attempts > 1);
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={skipToContent}>
        {SHELL.skip}
      </button>
      <TopBar />
      <Rail />
      <main id="content" tabIndex={-1} className={classes.main}>
        {lost && (
          <div className={classes.lost} role="status">
            {GATES.lost}
          </div>
        )}
        <div className={classes.present} inert={dead}>
          <Suspense fallback={null}>
            <PlaceView />
          </Suspense>
        </div>
      </main>
      <Footer />
      <DropLayer />
      <UploadPanel />
      <ShortcutSheet />
      <LiveRegion />
    </div>
  );
}

function PlaceView() {
  const name = usePlace((place) => place.name);
  const jobId = usePlace((place) => place.jobId);
  if (name === 'listen') return <ListenPage key={jobId} jobId={jobId} />;
  if (name === 'history') return <HistoryPage />;
  if (name === 'connections') return <ConnectionsPage />;
  if (name === 'settings') return <SettingsPage />;
  return <DeskPage />;
}

function skipToContent(): void {
  document.getElementById('content')?.focus();
}
