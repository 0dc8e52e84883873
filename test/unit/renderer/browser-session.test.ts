import { expect, test } from 'vitest';
import { socketTransport } from '../../../renderer/bridge/browser-session.ts';
import { createDeskLink } from '../../../renderer/bridge/desk-link.ts';

/** A WebSocket to a desk that answers nothing, and then goes away. */
function silentSocket() {
  const closing: (() => void)[] = [];
  const sent: unknown[] = [];
  const socket = {
    readyState: 1,
    send: (message: unknown) => void sent.push(message),
    addEventListener: (kind: string, listener: () => void) => void (kind === 'close' && closing.push(listener)),
    removeEventListener: () => undefined,
  };
  return {
    socket: socket as unknown as WebSocket,
    sent,
    /** As a browser does it: what a listener has resolved goes on before the next listener is called. */
    async lose() {
      socket.readyState = 3;
      for (const listener of closing) {
        listener();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}

test('calls that are given up as the desk goes away leave no error that nobody catches', async () => {
  const { lose, sent, socket } = silentSocket();
  const transport = socketTransport(socket);
  const link = createDeskLink(async () => ({ ok: true, transport }), { random: () => 0, after: () => () => undefined });
  const over = new AbortController();
  link.onStatus(({ kind }) => kind === 'lost' && over.abort());
  await new Promise((resolve) => setTimeout(resolve, 1));
  const asked = link.client.queue.watch(undefined, { signal: over.signal });
  const refused = expect(asked).rejects.toThrow();
  await expect.poll(() => sent.length).toBe(1);
  await lose();
  await refused;
  await new Promise((resolve) => setTimeout(resolve, 10));
  // A rejection that nobody catches fails the run by itself.
  expect(sent).toHaveLength(1);
  link.close();
});
