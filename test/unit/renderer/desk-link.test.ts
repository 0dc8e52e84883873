import { expect, test } from 'vitest';
import { type ConnectResult, createDeskLink, type LinkStatus } from '../../../renderer/bridge/desk-link.ts';

function setUp(results: ('up' | 'gone' | 'refused')[]) {
  const waits: number[] = [];
  const statuses: LinkStatus[] = [];
  const closes: (() => void)[] = [];
  let elapse: () => void = () => undefined;
  let number = 0;
  async function connect(): Promise<ConnectResult> {
    const result = results.shift() ?? 'gone';
    if (result !== 'up') return { ok: false, failure: result };
    number += 1;
    const answer = `answer of ${number}`;
    const closed = new Promise<void>((resolve) => closes.push(resolve));
    return { ok: true, transport: { link: { call: async () => answer }, closed } };
  }
  const link = createDeskLink(connect, {
    random: () => 0,
    after: (ms, callback) => {
      waits.push(ms);
      elapse = callback;
      return () => undefined;
    },
  });
  link.onStatus((status) => statuses.push(status));
  return { link, waits, statuses, closes, elapse: () => elapse() };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
}

test('reconnects with growing delays after a loss, with the same client', async () => {
  const { link, waits, statuses, closes, elapse } = setUp(['up', 'gone', 'gone', 'up']);
  await settle();
  expect(await link.client.system.info()).toBe('answer of 1');
  closes[0]?.();
  await settle();
  await expect(link.client.system.info()).rejects.toThrow();
  for (let attempt = 0; attempt < 3; attempt++) {
    elapse();
    await settle();
  }
  expect(waits).toEqual([300, 600, 1200]);
  expect(statuses.map(({ kind }) => kind)).toEqual(['connecting', 'connected', 'lost', 'lost', 'lost', 'connected']);
  expect(await link.client.system.info()).toBe('answer of 2');
  link.close();
});

test('a refused token is retried only by hand', async () => {
  const { link, waits, statuses } = setUp(['refused', 'up']);
  await settle();
  expect(waits).toEqual([]);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', failure: 'refused' });
  link.retryNow();
  await settle();
  expect(statuses.at(-1)).toEqual({ kind: 'connected' });
  link.close();
});
