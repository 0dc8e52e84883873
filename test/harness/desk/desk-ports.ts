/** A desk's ports and settings for tests: everything real but keys in memory, no log, constant jitter and short waits. */

import { randomBytes } from 'node:crypto';
import { undiciNetwork } from '../../../electron/core/api/network.ts';
import type { DeskPorts, DeskSettings } from '../../../electron/core/ports.ts';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
import { nodeHostInfo } from '../../../electron/hosts/common/paths.ts';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { freshId } from '../../../electron/platform/fresh-id.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';

export function testPorts(overrides: Partial<DeskPorts> = {}): DeskPorts {
  return {
    clock: systemClock,
    files: nodeFiles,
    network: undiciNetwork,
    random: () => 0.5,
    newId: () => freshId(systemClock.now()),
    newSecret: (bytes) => randomBytes(bytes).toString('hex'),
    spawn: spawnNodeHelper,
    vault: createMemoryVault(),
    log: silentLog,
    pass: () => undefined,
    ...overrides,
  };
}

export function testSettings(dataDirectory: string, overrides: Partial<DeskSettings> = {}): DeskSettings {
  return {
    ...nodeHostInfo('cli', dataDirectory),
    concurrency: 3,
    retryBaseMs: 20,
    abandonedEveryMs: 60_000,
    startQuarantineMs: { builtIn: 300, remote: 300 },
    leavesEarlierWork: false,
    ignoresPause: false,
    patient: false,
    ...overrides,
  };
}
