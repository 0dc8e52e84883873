/** Kills dispatchers of webhooks, real processes with SIGKILL over one store, and counts what their receivers got. */

import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { makeWebhookSecret, verifyWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import * as schema from '../../../../electron/service/store/sqlite/schema/all.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/sqlite-store.ts';
import { receiverCertificate, startReceiver } from '../../remote/webhook-receiver.ts';
import { createFastClock } from '../../time/fast-clock.ts';
import type { DispatcherProcessOptions } from './dispatcher-process.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../electron/service/migrations');
const PROCESS = path.join(import.meta.dirname, 'dispatcher-process.ts');
/** A wait of five seconds takes 50 ms; one of ten hours six minutes, which nothing here fails often enough to need. */
const SPEED = 100;
const USER = 'usr_1';
const KEY = 'key_1';
const MESSAGES_A_LIFE = 2;
const LONGEST_LIFE_MS = 300;
/** How long the last dispatcher may take for what the killed ones left, on a machine that does much else. */
const QUIET_MS = 120_000;

export interface KillFigures {
  readonly kills: number;
  readonly messages: number;
  /** Requests that arrived whole. */
  readonly arrived: number;
  /** Messages that never arrived or never were written down as delivered. */
  readonly lost: number;
  /** Requests for a message whose delivery was written down before they were sent. */
  readonly afterSuccess: number;
  /** Requests whose signature did not fit. */
  readonly forged: number;
  /** Requests beyond the first success of a message: what "at least once" allows. */
  readonly repeated: number;
}

/** @param folder for the store; its owner removes it */
export async function killDispatchers(folder: string, kills: number): Promise<KillFigures> {
  const file = path.join(folder, 'service.sqlite');
  const store = openSqliteStore(file, MIGRATIONS);
  const database = openDatabase({ path: file, schema, casing: 'snake_case' });
  const secret = makeWebhookSecret(randomBytes);
  const isDelivered = database.raw
    .prepare(`SELECT count(*) FROM webhook_deliveries WHERE message_id = ? AND status = 'delivered'`)
    .pluck();
  const tries = new Map<string, number>();
  const successes = new Map<string, number>();
  let [arrived, afterSuccess, forged] = [0, 0, 0];
  const receiver = await startReceiver(({ headers, body }, response) => {
    const id = String(headers['vendor-id']);
    arrived += 1;
    if (verifyWebhook({ secret, headers, body, now: Date.now() }).kind !== 'authentic') forged += 1;
    if (isDelivered.get(id) !== 0) afterSuccess += 1;
    const count = (tries.get(id) ?? 0) + 1;
    tries.set(id, count);
    // Some refuse once, some hang up once, some think for a while: kills find attempts in every state.
    const kind = tries.size % 5;
    if (kind === 0 && count === 1) response.writeHead(500).end();
    else if (kind === 1 && count === 1) response.destroy();
    else {
      successes.set(id, (successes.get(id) ?? 0) + 1);
      void systemClock.sleep(kind === 2 ? 40 : 0).then(() => response.end('ok'));
    }
  });
  const { certificate } = await receiverCertificate();
  const options: DispatcherProcessOptions = {
    file,
    migrations: MIGRATIONS,
    epoch: Date.now(),
    speed: SPEED,
    certificate,
  };
  const clock = createFastClock(options.speed, options.epoch);
  const messages: string[] = [];

  async function addMessages(): Promise<void> {
    for (let count = 0; count < MESSAGES_A_LIFE; count++) {
      const message = { userId: USER, keyId: KEY, mode: 'live', eventType: 'generation.queued' } as const;
      const payload = (eventId: string) => Buffer.from(JSON.stringify({ eventId }));
      const added = await store.webhooks.addTestMessage(message, payload, clock.now());
      messages.push(added.message.messageId);
    }
  }

  try {
    await store.accounts.ensureUser({ userId: USER, name: 'u', tier: 'developer', operator: true, createdAt: 0 });
    database.orm
      .insert(schema.keys)
      .values({
        ...{ keyId: KEY, userId: USER, label: 'k', role: 'admin', status: 'active', keyPrefix: '', createdAt: 0 },
        scopes: [],
        resourceBounds: {},
      })
      .run();
    const wanted = {
      userId: USER,
      keyId: KEY,
      mode: 'live',
      url: receiver.url,
      href: receiver.url,
      eventTypes: [],
    } as const;
    await store.webhooks.configure({ ...wanted, secret }, KEY, clock.now());
    for (let kill = 0; kill < kills; kill++) {
      await addMessages();
      const child = await startProcess(options);
      await systemClock.sleep(Math.random() * LONGEST_LIFE_MS);
      await endProcess(child);
    }
    const last = await startProcess(options);
    await untilQuiet(() =>
      database.raw.prepare('SELECT count(*) FROM webhook_deliveries WHERE due_at IS NOT NULL').pluck().get(),
    );
    await endProcess(last);
  } finally {
    await receiver.close();
  }
  const lost = messages.filter((id) => !successes.has(id) || isDelivered.get(id) === 0).length;
  const repeated = [...successes.values()].reduce((sum, count) => sum + count - 1, 0);
  database.close();
  await store.close();
  return { kills, messages: messages.length, arrived, lost, afterSuccess, forged, repeated };
}

async function startProcess(options: DispatcherProcessOptions): Promise<ChildProcess> {
  const child = fork(PROCESS, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The dispatcher did not start: ${code}`)));
  });
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function untilQuiet(due: () => unknown): Promise<void> {
  const until = Date.now() + QUIET_MS;
  while (due() !== 0) {
    if (Date.now() > until) return;
    await systemClock.sleep(50);
  }
}
