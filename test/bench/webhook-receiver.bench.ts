/** 10,000 deliveries to a receiver in a process of its own, 300 of them forged. */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makeWebhookSecret } from '../../electron/platform/security/webhook-signature.ts';
import { createSender, type Delivered, type Sender } from '../harness/webhooks/deliver.ts';
import { FORGERIES, type ForgeryGround } from '../harness/webhooks/forgeries.ts';
import type { Bench } from './bench.ts';

const DELIVERIES = 10_000;
/** Fifteen of each kind. */
const FORGED = 300;
const CONNECTIONS = 4;
const MAIN = path.resolve(import.meta.dirname, '../../electron/hosts/cli/main.ts');

interface Line {
  readonly event: 'listening' | 'delivery' | 'repeated' | 'refused' | 'stopped';
  readonly url: string;
  readonly certificate: string;
  readonly id: string;
}

export const bench: Bench = {
  measures: `Time from the last byte of a delivery to the answer, 99th percentile of ${DELIVERIES - FORGED} genuine ones over TLS on ${CONNECTIONS} connections, while ${FORGED} forged ones of twenty kinds arrive; it fails when one of those is taken, or a genuine one isn't counted exactly once`,
  unit: 'ms',
  target: 50,
  better: 'lower',
  run: async (folder) => {
    const secret = makeWebhookSecret(randomBytes);
    const listener = startListening(folder, secret);
    try {
      const { url, certificate } = await listener.listening;
      const target = { url, certificate: readFileSync(certificate, 'utf8'), secret };
      const sender = createSender(target, CONNECTIONS);
      const taken = await sender.deliver('first');
      const path = new URL(url).pathname;
      const ground = () => ({ path, secret, taken, seconds: Math.floor(Date.now() / 1000) });
      const [genuine, forged] = await Promise.all([deliverAll(sender), forgeAll(sender, ground)]);
      sender.close();
      const lines = await listener.stop();
      return judge([taken, ...genuine], forged, lines);
    } finally {
      listener.kill();
    }
  },
};

async function deliverAll(sender: Sender): Promise<readonly Delivered[]> {
  const delivered: Delivered[] = [];
  let next = 1;
  const lane = async () => {
    while (next < DELIVERIES - FORGED) {
      const id = next++;
      delivered.push(await sender.deliver(String(id)));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return delivered;
}

async function forgeAll(sender: Sender, ground: () => ForgeryGround): Promise<readonly number[]> {
  const kinds = Object.values(FORGERIES);
  const statuses: number[] = [];
  for (let one = 0; one < FORGED; one++) {
    const forge = kinds[one % kinds.length];
    if (forge !== undefined) statuses.push(await sender.raw(forge(ground())));
  }
  return statuses;
}

function judge(genuine: readonly Delivered[], forged: readonly number[], lines: readonly Line[]) {
  const ids = lines.filter(({ event }) => event === 'delivery').map(({ id }) => id);
  const wanted = new Set(genuine.map(({ headers }) => headers['vendor-id'] ?? ''));
  const forgedTaken = ids.filter((id) => !wanted.has(id)).length + forged.filter((status) => status === 200).length;
  const counted = new Set(ids).size;
  const refused = genuine.filter(({ status }) => status !== 200).length;
  if (forgedTaken > 0 || counted !== wanted.size || ids.length !== counted || refused > 0) {
    throw new Error(
      `${forgedTaken} forged ones were taken; ${counted} of ${wanted.size} counted in ${ids.length} lines; ${refused} refused`,
    );
  }
  const times = genuine.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  return {
    value: at(0.99),
    details: {
      medianMs: at(0.5),
      slowestMs: at(1 - 1e-9),
      counted,
      forged: forged.length,
      forgedTaken,
      refusals: lines.filter(({ event }) => event === 'refused').length,
    },
  };
}

/** `cleartake webhooks listen`, and what it printed. */
function startListening(folder: string, secret: string) {
  const child = spawn(process.execPath, [MAIN, 'webhooks', 'listen', '--port', '0', '--data-dir', folder], {
    env: { PATH: process.env.PATH, HOME: folder, CLEARTAKE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  const listening = Promise.withResolvers<Line>();
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      listening.reject(new Error('The receiver ended'));
      resolve();
    });
  });
  listening.promise.catch(() => undefined);
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    if (line.event === 'listening') listening.resolve(line);
  });
  return {
    listening: listening.promise,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      return lines;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
