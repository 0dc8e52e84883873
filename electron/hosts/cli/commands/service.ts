/** `cleartake service`: the local service alone, for programs and for other people's clients on this computer. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { systemClock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { createService } from '../../../service/service.ts';
import { spawnNodeHelper } from '../../common/node-helpers.ts';
import { defaultDataDirectory, nodeHostFacts } from '../../common/paths.ts';
import { askedToEnd } from '../ending.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';

export interface ServiceCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir?: string;
  readonly rehearsal?: boolean;
}

/** Runs until it is asked to end. The first line on standard output is JSON; keys are in it only when this start made them. */
export async function serviceCommand(options: ServiceCommandOptions): Promise<ExitStatus> {
  // Heard from the beginning: whoever reads the first line may ask for the end at once.
  const ending = askedToEnd();
  const service = await createService({
    host: options.host,
    port: options.port,
    dataDirectory: path.resolve(options.dataDir ?? path.join(defaultDataDirectory(), 'service-alone')),
    migrationsDirectory: nodeHostFacts('cli').serviceMigrationsDirectory,
    clock: systemClock,
    randomBytes,
    spawn: spawnNodeHelper,
    rehearsal: options.rehearsal === true,
    log: errorLog,
  });
  process.stdout.write(`${JSON.stringify({ event: 'listening', baseUrl: service.baseUrl, ...service.createdKeys })}\n`);
  await ending;
  await service.close();
  return EXIT.done;
}

const errorLog: Log = {
  info: () => undefined,
  warn: (message) => process.stderr.write(`${message}\n`),
  error: (message) => process.stderr.write(`${message}\n`),
};
