/** The desk's ports as tests use them: everything real, keys in memory, nothing logged, jitter that is always the same. */

import { randomBytes } from 'node:crypto';
import { undiciNetwork } from '../../../electron/core/api/network.ts';
import type { DeskPorts } from '../../../electron/core/ports.ts';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
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
