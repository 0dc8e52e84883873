/** Receiving webhooks, and the endpoints of a service. */

import type { Command } from 'commander';
import { parsePort } from '../parsers.ts';
import { WEBHOOKS_HELP } from '../strings/webhooks.ts';
import { COMMANDS, dataDir, type Finish } from './shared.ts';

/** Where `webhooks listen` listens unless it is told otherwise. */
const USUAL_PORT = 4780;

export function addWebhookCommands(program: Command, finish: Finish): void {
  const webhooks = program.command('webhooks').description(WEBHOOKS_HELP.command);
  webhooks
    .command('listen')
    .description(WEBHOOKS_HELP.listen)
    .option('--port <n>', WEBHOOKS_HELP.port, parsePort, USUAL_PORT)
    .option('--http', WEBHOOKS_HELP.http)
    .option('--public-url <url>', WEBHOOKS_HELP.publicUrl)
    .option('--secret-stdin', WEBHOOKS_HELP.secretStdin)
    .option('--secret-file <file>', WEBHOOKS_HELP.secretFile)
    .addOption(dataDir())
    .action(async (options) => finish(await (await COMMANDS.listen()).listen(options)));
}
