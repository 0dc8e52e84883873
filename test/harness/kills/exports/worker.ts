/** A desk in its own process that works on one job, saves it as something else if asked, and kills itself at a point of either if it is told to. */

import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { testPorts } from '../../desk/desk-ports.ts';
import { oneKeyVault } from '../../desk/one-key-vault.ts';
import { saveAs } from '../../desk/save-as.ts';
import { type OneJob, workOnOneJob } from '../one-job.ts';

export interface WorkerOptions extends OneJob {
  readonly diesAt: Checkpoint | null;
  /** What its outputs then have instead, in the place of the earlier ones. */
  readonly savedAs?: RowSettings;
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '');
const ports = testPorts({
  vault: oneKeyVault(options.key),
  pass: (point) => {
    if (point === options.diesAt) process.kill(process.pid, 'SIGKILL');
  },
});
const desk = await workOnOneJob(ports, options);
if (options.savedAs !== undefined) {
  const client = createDeskClient(desk.router);
  const { jobs } = await client.queue.list({ offset: 0, limit: 10 });
  await saveAs(client, { jobIds: jobs.map(({ id }) => id), changes: options.savedAs, earlier: 'replace' });
}
await desk.close();
process.exit(0);
