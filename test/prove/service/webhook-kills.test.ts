import { expect, test } from 'vitest';
import { killDispatchers } from '../../harness/kills/webhooks/webhook-kills.ts';
import { temporaryFolder } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

const KILLS = depth(2, 8);

test(`of ${KILLS} dispatchers that are killed at any moment nothing is lost, and nothing is sent after a success was written down`, {
  tags: 'long',
  retry: 0,
  timeout: 240_000,
}, async () => {
  const figures = await killDispatchers(await temporaryFolder(), KILLS);
  expect(figures).toMatchObject({ kills: KILLS, messages: 2 * KILLS, lost: 0, afterSuccess: 0, forged: 0 });
  expect(figures.arrived).toBeGreaterThanOrEqual(figures.messages);
});
