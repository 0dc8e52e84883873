/** A process with a desk of its own that works on what its data folder holds until it is killed, by itself or from outside. */

import { writeSync } from 'node:fs';
import path from 'node:path';
import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { createDesk } from '../../../../electron/core/desk.ts';
import type { DeskSettings } from '../../../../electron/core/ports.ts';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import { openDatabase, type RawDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { testPorts } from '../../desk/desk-ports.ts';
import { oneKeyVault } from '../../desk/one-key-vault.ts';
import { createFakeEngine } from '../../engine/fake-engine.ts';
import { createFastClock } from '../../time/fast-clock.ts';
import { forgetfulNetwork, forgetIntents, type Sabotage } from './sabotage.ts';

export interface WorkerOptions {
  readonly settings: DeskSettings;
  readonly baseUrl: string;
  readonly key: string;
  /** The desk's time runs so many times as fast as real time, since `epoch` (milliseconds since the epoch). */
  readonly speed: number;
  readonly epoch: number;
  readonly sabotage: Sabotage;
  /** How likely it dies as it passes a point, 0 to 1; it writes the point's name to its output first. */
  readonly odds: Readonly<Partial<Record<Checkpoint, number>>>;
  /** Writes the name of every point to its output as it passes it. */
  readonly marks: boolean;
  /** The person gives recordings other models all the time. */
  readonly changesModels: boolean;
  /** Brings in all the files of folders, and ends when they are on the queue. */
  readonly add: readonly { readonly folder: string; readonly models: readonly ModelId[] }[] | null;
}

const LOOK_MS = 50;
const CHANGE_MS = 3;

async function work(options: WorkerOptions): Promise<void> {
  const { add, baseUrl, key, marks, odds, sabotage, settings } = options;
  const database = path.join(settings.dataDirectory, 'cleartake.sqlite');
  if (add === null) forgetIntents(sabotage, database);
  const ports = testPorts({
    clock: createFastClock(options.speed, options.epoch),
    spawn: createFakeEngine().spawn,
    random: Math.random,
    log: { ...silentLog, error: (message) => void process.send?.(message) },
    // The key is there in every life: what is kept of it is not what dies here.
    vault: oneKeyVault(key),
    network: forgetfulNetwork(sabotage),
    pass: (point) => {
      const dies = Math.random() < (odds[point] ?? 0);
      if (dies || marks) writeSync(1, `${point}\n`);
      if (dies) process.kill(process.pid, 'SIGKILL');
    },
  });
  // Without a place in any lane nothing is begun before everything is there.
  const desk = createDesk(ports, add === null ? settings : { ...settings, concurrency: 0 });
  const client = createDeskClient(desk.router);
  if (add !== null) {
    const prices = { 'service-2': 1000, 'service-3.5': 1000 };
    const connection = await client.connections.add({ name: 'Vendor', baseUrl, headerStyle: 'bearer', prices, key });
    for (const { folder, models } of add) {
      const output = { kind: 'folder' as const, path: path.join(settings.dataDirectory, 'out') };
      const preset = { ...DEFAULT_BATCH_PRESET, models: [...models], output };
      await client.queue.add({ paths: [folder], preset, start: true, connectionId: connection.id });
    }
    return;
  }
  process.send?.('working');
  const { raw } = openDatabase({ path: database, schema: {}, readonly: true });
  const open = raw.prepare("SELECT count(*) FROM job WHERE state_kind NOT IN ('done', 'failed')").pluck();
  const asking = raw.prepare("SELECT id FROM job WHERE state_kind = 'needs-you'").pluck();
  if (options.changesModels) void changeModels(client, raw);
  // The person behind the desk: whatever could not be resolved is started again.
  while (open.get() !== 0) {
    for (const jobId of asking.all()) await client.queue.answer({ jobId: String(jobId), answer: 'start-again' });
    await systemClock.sleep(LOOK_MS);
  }
}

const CHOICES: readonly (readonly ModelId[])[] = [['service-2'], ['service-3.5'], ['service-2', 'service-3.5']];

async function changeModels(client: DeskClient, raw: RawDatabase): Promise<void> {
  const some = raw
    .prepare("SELECT id FROM job WHERE state_kind NOT IN ('done', 'failed') ORDER BY random() LIMIT 5")
    .pluck();
  for (;;) {
    for (const jobId of some.all()) {
      const models = [...(CHOICES[Math.floor(Math.random() * CHOICES.length)] ?? [])];
      await client.queue.change({ jobIds: [String(jobId)], changes: { models } });
    }
    await systemClock.sleep(CHANGE_MS);
  }
}

// Without whoever wants to see it die it has nothing to live for.
process.once('disconnect', () => process.exit(1));
await work(JSON.parse(process.argv[2] ?? '') as WorkerOptions);
process.exit(0);
