/** `cleartake diagnostics`: the diagnostics file, printed or written. It needs no lock, so it works while the desk is open or can't be. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentLog } from '../../../../platform/log.ts';
import { harmlessJson } from '../../../../platform/security/harmless-text.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import type { CommandOptions } from '../../access/access.ts';
import { fileExists, fileUnwritable } from '../../access/given-paths.ts';
import { openForReading } from '../../access/open-store.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, printText } from '../../output/printer.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('diagnostics', 'make a diagnostics file without secrets')
    .argument('[file]', 'the file to write; without it, its content is printed')
    .option('--names', 'include the names of recordings and folders')
    .dataDir()
    .run(diagnosticsCommand);
}

interface DiagnosticsOptions extends CommandOptions {
  readonly names?: boolean;
}

/** @param file printed to standard output without one; never overwritten */
async function diagnosticsCommand(file: string | undefined, options: DiagnosticsOptions): Promise<ExitStatus> {
  const [{ makeDiagnostics }, { nodeHostInfo }, { systemFacts }, { openKeyringVault }] = await Promise.all([
    import('../../../../core/features/settings/diagnostics.ts'),
    import('../../../common/paths.ts'),
    import('../../../common/system-facts.ts'),
    import('../../../common/vault/keyring.ts'),
  ]);
  const info = nodeHostInfo('cli', options.dataDir);
  // One that can't be opened is what the report is about: its integrity is in it.
  const store = await openForReading(options.dataDir).catch(() => null);
  try {
    const vault = await openKeyringVault(silentLog, info.dataDirectory);
    const names = options.names === true;
    const now = systemClock.now();
    const text = await makeDiagnostics({ settings: info, facts: systemFacts(), store, vault, now, names });
    if (file === undefined) printText(harmlessJson(text));
    else {
      write(file, text);
      const contents = `without keys${names ? '; with the names of recordings' : ' and without names of recordings'}`;
      print(
        `Wrote ${path.resolve(file)}: versions, system, settings, counts and the end of the log, ${contents}. Look through it before you pass it on.`,
      );
    }
    return EXIT.done;
  } finally {
    store?.close();
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    const exists = failure instanceof Error && 'code' in failure && failure.code === 'EEXIST';
    throw new UsageError(exists ? fileExists(file) : fileUnwritable(file));
  }
}
