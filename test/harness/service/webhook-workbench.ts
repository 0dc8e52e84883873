/** A store of a test's own with one user, and deliveries over it: a virtual clock, and receivers that are functions. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { silentLog } from '../../../electron/platform/log.ts';
import { makeWebhookSecret } from '../../../electron/platform/security/webhook-signature.ts';
import { openServiceDatabase } from '../../../electron/service/store/sqlite/database.ts';
import { createGenerationStore } from '../../../electron/service/store/sqlite/projects/generations.ts';
import * as schema from '../../../electron/service/store/sqlite/schema/all.ts';
import { createEndpointStore } from '../../../electron/service/store/sqlite/webhooks/endpoints.ts';
import { createMessageStore } from '../../../electron/service/store/sqlite/webhooks/messages.ts';
import { createWebhookQueue } from '../../../electron/service/store/sqlite/webhooks/queue.ts';
import type { WebhookQueue, WebhookStore } from '../../../electron/service/store/webhook-port.ts';
import { createDeliveries } from '../../../electron/service/work/webhooks/deliveries.ts';
import type { SendWebhook, WebhookRequest } from '../../../electron/service/work/webhooks/sender.ts';
import { createVirtualClock, type VirtualClock } from '../time/virtual-clock.ts';
import { MIGRATIONS, temporaryFolder } from './test-service.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const USER = 'usr_1';
export const KEY = 'key_1';

export interface Sent extends WebhookRequest {
  readonly at: number;
}

/** The status that a receiver answers, or how long it takes to. */
export type Receive = (webhook: Sent) => number | Promise<number>;

export async function openWorkbench() {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'service.sqlite');
  const database = openServiceDatabase(file, MIGRATIONS);
  // Nothing here is about power cuts.
  database.raw.pragma('synchronous = OFF');
  onTestFinished(() => database.close());
  const store = {
    generations: createGenerationStore(database),
    webhooks: {
      ...createEndpointStore(database),
      ...createMessageStore(database),
      queue: createWebhookQueue(database),
    } satisfies WebhookStore,
  };
  const clock = createVirtualClock();
  const { orm } = database;
  orm.insert(schema.users).values({ userId: USER, name: 'u', tier: 'developer', createdAt: 0 }).run();
  const key = { keyId: KEY, userId: USER, label: 'k', role: 'admin', status: 'active', keyPrefix: '' } as const;
  orm
    .insert(schema.keys)
    .values({ ...key, scopes: [], resourceBounds: {}, createdAt: 0 })
    .run();

  async function addEndpoint(url: string): Promise<string> {
    const wanted = { userId: USER, keyId: KEY, mode: 'live', url, href: url, eventTypes: [] } as const;
    const outcome = await store.webhooks.configure(
      { ...wanted, secret: makeWebhookSecret(randomBytes) },
      KEY,
      clock.now(),
    );
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.endpoint.endpointId;
  }

  const project = { projectId: 'prj_1', userId: USER, keyId: KEY, status: 'uploaded', createdAt: 0 } as const;
  orm
    .insert(schema.projects)
    .values({ ...project, originalFileName: 'a.wav', contentType: 'audio/wav' })
    .run();
  const generationId = 'gen_1';
  orm
    .insert(schema.generations)
    .values({
      generationId,
      projectId: 'prj_1',
      userId: USER,
      keyId: KEY,
      model: 'service-2',
      status: 'queued',
      createdAt: 0,
    })
    .run();

  /** A change of status, as the queue makes it: claimed, put back, claimed again. @returns the message that told of it */
  async function addMessage(): Promise<string> {
    const now = clock.now();
    if ((await store.generations.claimNext(now)) === null) await store.generations.requeue(generationId, now);
    const [message] = (await store.webhooks.listMessages(USER, null, { limit: 1, before: null })) ?? [];
    if (message === undefined) throw new Error('Nobody was to be told');
    return message.messageId;
  }

  /** Another account, which has test events of its own. */
  async function addAccount(userId: string) {
    const keyId = `key_of_${userId}`;
    orm.insert(schema.users).values({ userId, name: userId, tier: 'developer', createdAt: 0 }).run();
    orm
      .insert(schema.keys)
      .values({ ...key, userId, keyId, scopes: [], resourceBounds: {}, createdAt: 0 })
      .run();
    const mode = 'test';
    return {
      addEndpoint: async (url: string) => {
        const wanted = { userId, keyId, mode, url, href: url, eventTypes: [] } as const;
        const secret = makeWebhookSecret(randomBytes);
        const outcome = await store.webhooks.configure({ ...wanted, secret }, keyId, clock.now());
        if (outcome.kind !== 'done') throw new Error(outcome.kind);
        return outcome.endpoint.endpointId;
      },
      addMessage: async () => {
        const message = { userId, keyId, mode, eventType: 'generation.queued' } as const;
        const added = await store.webhooks.addTestMessage(message, () => Buffer.from('{}'), clock.now());
        return added.message.messageId;
      },
    };
  }

  async function deliveriesOf(filter: { endpointId?: string; messageId?: string } = {}) {
    const { endpointId = null, messageId = null } = filter;
    const page = { limit: 1_000_000, before: null };
    const found = await store.webhooks.listDeliveries(USER, { endpointId, messageId, status: null }, page);
    // Oldest first.
    return [...(found ?? [])].reverse();
  }

  async function endpoint(endpointId: string) {
    const all = await store.webhooks.listEndpoints(USER, { keyId: null, mode: null });
    const found = all.find((owned) => owned.endpoint.endpointId === endpointId);
    if (found === undefined) throw new Error('There is no such endpoint');
    return found.endpoint;
  }

  /** Deliveries at work until the test is over, and everything that they sent. */
  function deliver(receive: Receive, queue: WebhookQueue = store.webhooks.queue, lookEveryMs = DAY) {
    const sent: Sent[] = [];
    const deliveries = createDeliveries({
      queue,
      send: fakeSend(clock, sent, receive),
      clock,
      randomBytes: (size) => {
        const bytes = Buffer.alloc(size);
        bytes.writeUInt32BE(Math.floor(Math.random() * 2 ** 32));
        return bytes;
      },
      log: silentLog,
      lookEveryMs,
    });
    deliveries.start();
    // One whose queue is dead never stops: it is only told to.
    onTestFinished(async () => {
      void deliveries.stop();
      await clock.settle();
    });
    return { ...deliveries, sent };
  }

  return { store, database, clock, addEndpoint, addMessage, addAccount, deliveriesOf, endpoint, deliver };
}

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

function fakeSend(clock: VirtualClock, sent: Sent[], receive: Receive): SendWebhook {
  return async (webhook, signal) => {
    const at = clock.now();
    const kept = { ...webhook, at };
    sent.push(kept);
    const ended = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    const statusCode = await Promise.race([receive(kept), ended]);
    if (statusCode === null) return null;
    const succeeded = statusCode === 200;
    const durationMs = clock.now() - at;
    return { succeeded, at, durationMs, statusCode, error: succeeded ? null : `${statusCode}.`, answer: '' };
  };
}
