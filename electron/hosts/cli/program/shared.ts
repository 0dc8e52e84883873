/** What the commands of the program share: their loading, and the options that most of them have. */

import { type Command, Option } from 'commander';
import { HEADER_STYLES } from '../../../../shared/service-api/routes.ts';
import type { ExitStatus } from '../exit-status.ts';
import { checkServiceAddress } from '../parsers.ts';
import { HELP } from '../strings/help.ts';
import { KEYS_HELP } from '../strings/keys.ts';

/** Told once, with the status that the program exits with. */
export type Finish = (status: ExitStatus) => void;

/** Commands are loaded when they run: `--help` needs none of them, and `status` no engine and no network. */
export const COMMANDS = {
  answer: () => import('../commands/answer.ts'),
  archive: () => import('../commands/care/archive.ts'),
  backups: () => import('../commands/care/backups.ts'),
  cleanup: () => import('../commands/care/cleanup.ts'),
  compare: () => import('../commands/care/compare.ts'),
  connections: () => import('../commands/connections.ts'),
  costs: () => import('../commands/costs.ts'),
  reconcile: () => import('../commands/reconcile.ts'),
  diagnostics: () => import('../commands/diagnostics.ts'),
  download: () => import('../commands/download.ts'),
  endpoints: () => import('../commands/webhooks/endpoints.ts'),
  engine: () => import('../commands/engine.ts'),
  export: () => import('../commands/export.ts'),
  history: () => import('../commands/history.ts'),
  keys: () => import('../commands/keys.ts'),
  listen: () => import('../commands/webhooks/listen.ts'),
  move: () => import('../commands/care/move.ts'),
  portal: () => import('../commands/portal.ts'),
  presets: () => import('../commands/presets.ts'),
  quote: () => import('../commands/quote.ts'),
  rehearse: () => import('../commands/rehearse.ts'),
  restore: () => import('../commands/restore.ts'),
  review: () => import('../commands/review.ts'),
  send: () => import('../commands/send.ts'),
  service: () => import('../commands/service.ts'),
  settings: () => import('../commands/settings.ts'),
  status: () => import('../commands/status.ts'),
  watch: () => import('../commands/watch.ts'),
};

export const dataDir = () => new Option('--data-dir <dir>', HELP.dataDir);
export const json = () => new Option('--json', HELP.json);

/** A command that calls a service with an admin key. @param connection help of the option that names one */
export function adminCommand(
  parent: Command,
  syntax: string,
  description: string,
  connection: string = KEYS_HELP.connection,
): Command {
  return parent
    .command(syntax)
    .description(description)
    .option('--connection <name>', connection)
    .option('--base-url <url>', KEYS_HELP.baseUrl, checkServiceAddress)
    .addOption(new Option('--header <style>', KEYS_HELP.header).choices(HEADER_STYLES).default('bearer'))
    .option('--key-stdin', KEYS_HELP.keyStdin)
    .option('--key-file <file>', KEYS_HELP.keyFile)
    .addOption(json())
    .addOption(dataDir());
}
