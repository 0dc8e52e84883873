import { expect, test } from 'vitest';
import { createHandOver } from '../../../../electron/core/features/connections/webhooks/hand-over.ts';
import type { PendingEvent } from '../../../../electron/core/features/connections/webhooks/received.ts';
import { silentLog } from '../../../../electron/platform/log.ts';

/** Events that wait, by their numbers. */
function waiting(count: number) {
  const left = new Set(Array.from({ length: count }, (_, index) => index + 1));
  return {
    left,
    pending: () => [...left].map((sequence) => ({ sequence }) as PendingEvent),
    handedOver: (sequences: readonly number[]) => sequences.forEach((sequence) => void left.delete(sequence)),
  };
}

test('when an event can’t be handed over, it and those after it come again, and those before it don’t', async () => {
  const received = waiting(3);
  const got: number[] = [];
  let broken = true;
  const onEvent = ({ sequence }: PendingEvent) => {
    if (broken && sequence === 2) throw new Error('nobody reads');
    got.push(sequence);
  };
  await createHandOver(received, onEvent, silentLog).close();
  expect([got, [...received.left]]).toEqual([[1], [2, 3]]);
  broken = false;
  await createHandOver(received, onEvent, silentLog).close();
  expect([got, [...received.left]]).toEqual([[1, 2, 3], []]);
});
