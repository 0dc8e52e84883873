/** A desk in a process of its own that works on what its data folder holds, and kills itself at a point of an export if it is told to. */

import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { createDesk } from '../../../../electron/core/desk.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import { nodeHostInfo } from '../../../../electron/hosts/common/paths.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { BatchPreset } from '../../../../shared/domain/batch-preset.ts';
import { testPorts } from '../../desk/desk-ports.ts';

export interface WorkerOptions {
  readonly dataDirectory: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly recording: string;
  readonly preset: BatchPreset;
  readonly diesAt: Checkpoint | null;
}

const LOOK_MS = 50;

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '');
const ports = testPorts({
  vault: { ...createMemoryVault(), get: async () => options.key },
  pass: (point) => {
    if (point === options.diesAt) process.kill(process.pid, 'SIGKILL');
  },
});
const desk = createDesk(ports, {
  ...nodeHostInfo('cli', options.dataDirectory),
  concurrency: 1,
  retryBaseMs: 20,
  abandonedEveryMs: 60_000,
  startQuarantineMs: { builtIn: 300, remote: 300 },
  leavesEarlierWork: false,
  ignoresPause: false,
  patient: false,
});
const client = createDeskClient(desk.router);
const connectionId = desk.adHocConnection(options.baseUrl, options.key);
const jobs = async () => (await client.queue.list({ offset: 0, limit: 10 })).jobs;
if ((await jobs()).length === 0) {
  await client.queue.add({ paths: [options.recording], preset: options.preset, start: true, connectionId });
}
for (;;) {
  const [job] = await jobs();
  if (job?.state.kind === 'done') break;
  if (job?.state.kind === 'failed') throw new Error(JSON.stringify(job.state));
  await systemClock.sleep(LOOK_MS);
}
await desk.close();
process.exit(0);
