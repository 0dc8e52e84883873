/** A desk in its own process that works on one job, and kills itself at a point of the export if it is told to. */

import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { testPorts } from '../../desk/desk-ports.ts';
import { oneKeyVault } from '../../desk/one-key-vault.ts';
import { type OneJob, workOnOneJob } from '../one-job.ts';

export interface WorkerOptions extends OneJob {
  readonly diesAt: Checkpoint | null;
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '');
const ports = testPorts({
  vault: oneKeyVault(options.key),
  pass: (point) => {
    if (point === options.diesAt) process.kill(process.pid, 'SIGKILL');
  },
});
const desk = await workOnOneJob(ports, options);
await desk.close();
process.exit(0);
