/**
 * The local service in a process of its own, with no limit of calls. Arguments: its data folder, and `prompt` for an engine that gives
 * back at once what was uploaded. First line: its address and keys as JSON.
 */

import { randomBytes } from 'node:crypto';
import { nodeHostInfo } from '../../../electron/hosts/common/paths.ts';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { createService } from '../../../electron/service/service.ts';
import { createFakeEngine } from '../engine/fake-engine.ts';

const quiet = () => undefined;
const service = await createService({
  host: '127.0.0.1',
  port: 0,
  dataDirectory: process.argv[2] ?? '',
  migrationsDirectory: nodeHostInfo('cli').serviceMigrationsDirectory,
  clock: systemClock,
  randomBytes,
  spawn: process.argv[3] === 'prompt' ? createFakeEngine().spawn : spawnNodeHelper,
  configuration: { callsPerMinute: 1_000_000_000 },
  log: { info: quiet, warn: quiet, error: quiet },
});
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, ...service.createdKeys })}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
