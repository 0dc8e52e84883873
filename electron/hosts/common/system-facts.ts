/** The computer and the programs around the desk, for the diagnostics file. */

import os from 'node:os';
import type { SystemFacts } from '../../core/ports.ts';

const MIB = 1024 * 1024;

export function systemFacts(): SystemFacts {
  const { electron, chrome, node, v8 } = process.versions;
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    platform: process.platform,
    release: os.release(),
    architecture: process.arch,
    processors: os.cpus().length,
    processor: os.cpus()[0]?.model ?? '',
    memoryMiB: Math.round(os.totalmem() / MIB),
    freeMemoryMiB: Math.round(os.freemem() / MIB),
    node,
    v8,
    ...(electron === undefined ? {} : { electron }),
    ...(chrome === undefined ? {} : { chrome }),
    locale,
    timeZone,
    home: os.homedir(),
    user: accountName(),
    computer: os.hostname(),
  };
}

/** Empty where the system knows none, as in some containers. */
function accountName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}
