/** The page over the fake desk in this browser: a message port replaces the socket, everything else is as shipped. */

import { paletteStore, shortcutStore } from '../../renderer/state/page-stores.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../../renderer/app/global.css';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { RPCHandler } from '@orpc/server/message-port';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { App } from '../../renderer/app/app.tsx';
import { createDeskLink } from '../../renderer/bridge/desk-link.ts';
import { portTransport } from '../../renderer/bridge/desktop-transport.ts';
import { createPageDesk } from '../../renderer/state/desk.ts';
import { clearSelection, viewStore } from '../../renderer/state/view-store.ts';
import { createFakeDesk, type FakeDesk } from '../harness/fake-desk/fake-desk.ts';
import type { FakeDeskOptions } from '../harness/fake-desk/fake-state.ts';

export interface OpenDesk {
  readonly fake: FakeDesk;
  /** Ends the present connection, as a host that goes away does; for good when it stays away. */
  disconnect(staysAway?: boolean): void;
  /** What the page asked the desk to do since the last call, as `queue.pause {"jobIds":["j3"]}`; what it only reads is left out. */
  takeCalls(): string[];
  /** Closes it before the test is over. */
  close(): void;
}

/** Calls that change nothing: a page makes them when a part of it comes into view, sooner or later. */
const READS =
  /\.(list|takes|ids|details|lag|clipping|ofJob|search|groups|choices|saved|watch\w*|quote\w*|info|preferences|presets|connections|notices|spending|latest|isKnown\w*|missing|paidRepeats|prepare|preview|limitedPreview|space|filesOf|backups|moveState|checkMove|checkFolder|overviews?|sketch|movedAway|network|by|ledger|account|receiver|deliveries|checkExport|checkImport|importState|invoices?|usage|audit|users|read)$/;

/** Open until the test is over. @param seed puts jobs on the desk before the page sees it */
export function openDesk(
  seed: (fake: FakeDesk) => void = () => undefined,
  options: Partial<FakeDeskOptions> = {},
): OpenDesk {
  const fake = createFakeDesk({ now: () => Date.now(), ...options });
  seed(fake);
  const calls: string[] = [];
  const handler = new RPCHandler(fake.router, {
    clientInterceptors: [
      ({ path, input, next }) => {
        const name = path.join('.');
        if (!READS.test(name)) calls.push(`${name} ${JSON.stringify(input ?? null)}`);
        return next();
      },
    ],
  });
  let drop: () => void = () => undefined;
  let away = false;
  const link = createDeskLink(async () => {
    if (away) return { ok: false, failure: 'gone' };
    const { port1, port2 } = new MessageChannel();
    handler.upgrade(port2, { context: {} });
    port2.start();
    const transport = portTransport(port1);
    const closed = new Promise<void>((resolve) => {
      drop = () => {
        port1.dispatchEvent(new Event('close'));
        port1.close();
        resolve();
      };
    });
    return { ok: true, transport: { link: transport.link, closed } };
  });
  window.location.hash = '#/desk';
  clearSelection();
  viewStore.setState({
    filter: 'all',
    search: '',
    foldedBefore: null,
    sort: null,
    current: null,
    anchor: null,
    menu: null,
    searchWanted: false,
    scrollTarget: null,
  });
  const desk = createPageDesk(link);
  const host = document.createElement('div');
  host.style.height = '100vh';
  document.body.append(host);
  const root = createRoot(host);
  root.render(<App desk={desk} />);
  let closed = false;
  function close(): void {
    if (closed) return;
    closed = true;
    modals.closeAll();
    notifications.clean();
    shortcutStore.setState({ open: false });
    paletteStore.setState({ open: false });
    root.unmount();
    desk.dispose();
    host.remove();
  }
  onTestFinished(close);
  return {
    fake,
    takeCalls: () => calls.splice(0),
    close,
    disconnect(staysAway = false) {
      away = staysAway;
      drop();
    },
  };
}
