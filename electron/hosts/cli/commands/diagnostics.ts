/** `cleartake diagnostics`: the diagnostics file, printed or written. It needs no lock, so it works while the desk is open or can't be. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeDiagnostics } from '../../../core/features/settings/diagnostics.ts';
import type { Store } from '../../../core/store/open-store.ts';
import { silentLog } from '../../../platform/log.ts';
import { harmlessJson } from '../../../platform/security/harmless-text.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { nodeHostInfo } from '../../common/paths.ts';
import { systemFacts } from '../../common/system-facts.ts';
import { openKeyringVault } from '../../common/vault/keyring.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { openForReading, type ReadOptions } from '../open-store.ts';
import { print, printText } from '../output/printer.ts';
import { DIAGNOSTICS } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';

export interface DiagnosticsOptions extends ReadOptions {
  readonly names?: boolean;
}

/** @param file printed to standard output without one; never overwritten */
export async function diagnosticsCommand(file: string | undefined, options: DiagnosticsOptions): Promise<ExitStatus> {
  const info = nodeHostInfo('cli', options.dataDir);
  const store = openUnlessDamaged(options.dataDir);
  try {
    const vault = await openKeyringVault(silentLog, info.dataDirectory);
    const names = options.names === true;
    const now = systemClock.now();
    const text = await makeDiagnostics({ settings: info, facts: systemFacts(), store, vault, now, names });
    if (file === undefined) printText(harmlessJson(text));
    else {
      write(file, text);
      print(DIAGNOSTICS.written(path.resolve(file), names));
    }
    return EXIT.done;
  } finally {
    store?.close();
  }
}

/** A store that can't be opened is what the report is about: its integrity is in it. */
function openUnlessDamaged(dataDirectory: string | undefined): Store | null {
  try {
    return openForReading(dataDirectory);
  } catch {
    return null;
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    const exists = failure instanceof Error && 'code' in failure && failure.code === 'EEXIST';
    throw new UsageError(exists ? USAGE.fileExists(file) : USAGE.fileUnwritable(file));
  }
}
