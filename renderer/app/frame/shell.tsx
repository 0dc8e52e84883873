/** The frame around every page: top bar, rail, the page itself, footer. */

import { useMantineColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import type { DeskCommand } from '../../../shared/contract/page/bridge.ts';
import { noticeWords } from '../../../shared/domain/batch/batch-notice.ts';
import { onDeskCommand } from '../../bridge/desk-commands.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { addPaths } from '../../components/add-recordings/add-recordings.ts';
import { playEndSound } from '../../components/messages/end-sound.ts';
import { useUndoKey } from '../../components/messages/notices.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { useDialogKeys } from '../../components/shortcuts/use-shortcuts.ts';
import { DeskPage } from '../../features/desk/desk-page.tsx';
import { AddingPanel, DropLayer, UploadPanel } from '../../features/drop/drop-layer.tsx';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useRoute, useSession } from '../../state/desk-context.ts';
import { openShortcuts } from '../../state/page-stores.ts';
import { PAGES } from '../../state/route-store.ts';
import { Palette } from '../commands/palette.tsx';
import { PLACE_PAGES } from '../settings.tsx';
import { GATES, SHELL } from '../strings.ts';
import { LAYER_ID } from '../theme.ts';
import { LiveRegion, usePageMark } from './batch-status.tsx';
import { Footer } from './footer.tsx';
import { Rail } from './rail.tsx';
import { RehearsalBanners } from './rehearsal-banners.tsx';
import classes from './shell.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { TopBar } from './top-bar.tsx';

/** Several tabs of one desk show one notification. */
const BATCH_NOTICE_TAG = 'cleartake-batch';

const fetchListen = () => import('../../features/listen/listen-page.tsx');
const ListenPage = lazy(async () => ({ default: (await fetchListen()).ListenPage }));
const HistoryPage = lazy(async () => ({
  default: (await import('../../features/history/history-page.tsx')).HistoryPage,
}));
const CostsPage = lazy(async () => ({ default: (await import('../../features/costs/costs-page.tsx')).CostsPage }));
const ConnectionsPage = lazy(async () => ({
  default: (await import('../../features/connections/connections-page.tsx')).ConnectionsPage,
}));

const SettingsPage = lazy(async () => ({
  default: (await import('../../features/settings/settings-page.tsx')).SettingsPage,
}));

export function Shell() {
  usePageKeys();
  useUndoKey();
  useMenu();
  useTheme();
  useBatchNotices();
  useEndSound();
  usePageMark();
  useEarlyListen();
  const lost = useSession((state) => state.link.kind === 'lost');
  // The page turns inert only after a failed retry: a short loss must not take the focus or swallow a click.
  const unreachable = useSession((state) => state.link.kind === 'lost' && state.link.attempts > 1);
  useDialogKeys();
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={skipToContent}>
        {SHELL.skip}
      </button>
      <TopBar />
      <Rail />
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          {lost && (
            <div className={classes.lost} role="status">
              {GATES.lost}
            </div>
          )}
          <div className={classes.present} inert={unreachable}>
            <div className={classes.rehearsals}>
              <RehearsalBanners />
            </div>
            <Suspense fallback={null}>
              <PageView />
            </Suspense>
          </div>
        </div>
        <Layer />
      </main>
      <Footer />
      <DropLayer />
      <UploadPanel />
      <AddingPanel />
      <ShortcutSheet />
      <Palette />
      <LiveRegion />
    </div>
  );
}

/** What floats above the page: menus, popovers and notifications. It is part of the page's main landmark. */
function Layer() {
  return (
    <>
      <div id={LAYER_ID} />
      <Notifications
        withinPortal={false}
        position="bottom-right"
        containerWidth={380}
        autoClose={7000}
        classNames={{ root: classes.notifications, notification: classes.notification }}
      />
    </>
  );
}

/** Drawn in parts, so that it doesn't block the page; until then the page before stays. */
function PageView() {
  const next = useRoute((route) => route);
  const { name, jobId } = useDeferredValue(next);
  // biome-ignore lint/correctness/useExhaustiveDependencies: before another page is drawn, and not when the first one is
  useEffect(() => leaveField, [next.name, next.jobId]);
  if (name === 'listen') return <ListenPage key={jobId} jobId={jobId} />;
  if (name === 'history') return <HistoryPage />;
  if (name === 'costs') return <CostsPage />;
  if (name === 'connections') return <ConnectionsPage />;
  if (name === 'settings') return <SettingsPage places={PLACE_PAGES} />;
  return <DeskPage />;
}

/** What is kept when a field is left is kept before its page goes, however that was asked for. Rows keep the focus: who goes straight back finds it. */
function leaveField(): void {
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isField && document.getElementById('content')?.contains(field)) field.blur();
}

function skipToContent(): void {
  document.getElementById('content')?.focus();
}

/**
 * The largest page is fetched, and the system's sound started, once there is nothing to do, so that the first recording opens as soon as the
 * next ones: opening a sound that has to be started first blocks the page for 50 to 70 ms, and asking for devices starts it.
 */
function useEarlyListen(): void {
  useEffect(() => {
    // Safari has none. What isn't bundled would come as hundreds of files.
    if (!import.meta.env.PROD || !('requestIdleCallback' in window)) return;
    const idle = requestIdleCallback(() => {
      fetchListen()
        .then(() => navigator.mediaDevices?.enumerateDevices())
        .catch(() => undefined);
    });
    return () => cancelIdleCallback(idle);
  }, []);
}

/** Ctrl or Cmd with 1 to 6 opens the pages. */
function usePageKeys(): void {
  const desk = useDesk();
  useHotkeys(
    PAGES.map((name, index) => [`mod+${index + 1}`, () => desk.goTo(name)]),
    [],
  );
}

function useEndSound(): void {
  const { queue, session } = useDesk();
  useEffect(
    () =>
      queue.subscribe((now, before) => {
        const ended = now.totals.lastRun?.finishedAt ?? null;
        // What had ended before the page was opened was heard, or missed, then.
        if (!before.loaded || ended === null || ended === before.totals.lastRun?.finishedAt) return;
        if (session.getState().preferences.soundsEnd) playEndSound();
      }),
    [queue, session],
  );
}

function useBatchNotices(): void {
  const desk = useDesk();
  const connected = useSession((state) => state.link.kind === 'connected');
  useEffect(() => {
    if (!connected || desktopBridge() !== null || !('Notification' in window)) return;
    const over = new AbortController();
    // A lost connection ends it; the next one begins anew.
    follow(desk, over.signal).catch(() => undefined);
    return () => over.abort();
  }, [desk, connected]);
}

async function follow({ client }: PageDesk, signal: AbortSignal): Promise<void> {
  for await (const { notice } of await client.system.watchBatches(undefined, { signal })) {
    // Whoever looks at the desk sees it there.
    if (notice === null || Notification.permission !== 'granted' || document.hasFocus()) continue;
    const { title, body } = noticeWords(notice);
    const shown = new Notification(title, { body, tag: BATCH_NOTICE_TAG });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
}

function useMenu(): void {
  const desk = useDesk();
  useEffect(() => onDeskCommand((command) => void obey(desk, command).catch(showRefusal)), [desk]);
}

async function obey(desk: PageDesk, command: DeskCommand): Promise<void> {
  const bridge = desktopBridge();
  switch (command.kind) {
    case 'choose-files':
      return bridge === null ? desk.goTo('desk') : add(desk, await bridge.chooseFiles());
    case 'choose-folder':
      return bridge === null ? desk.goTo('desk') : add(desk, await bridge.chooseFolder());
    case 'pause-all':
      return desk.client.queue.pauseAll();
    case 'resume-all':
      return desk.client.queue.resumeAll();
    case 'shortcuts':
      return openShortcuts();
    case 'compare':
      return desk.goTo('listen', command.jobId);
    // On the desk its own buttons do it. From elsewhere this shows the price first, and nothing is started.
    case 'start':
    case 'retry-failed':
      return desk.goTo('desk');
    default:
      return desk.goTo(command.kind);
  }
}

async function add(desk: PageDesk, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await addPaths(desk, paths);
}

function useTheme(): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = useSession(({ info, preferences }) => (info === null ? null : preferences.theme));
  useEffect(() => {
    if (theme !== null) setColorScheme(theme);
  }, [theme, setColorScheme]);
}
