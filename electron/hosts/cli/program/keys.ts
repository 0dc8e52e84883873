/** The API keys of an account. */

import { type Command, Option } from 'commander';
import { KEY_ROLES } from '../../../../shared/service-api/key-metadata.ts';
import { SCOPES } from '../../../../shared/service-api/permissions.ts';
import { HEADER_STYLES } from '../../../../shared/service-api/routes.ts';
import { KEYS_HELP } from '../strings/keys.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addKeyCommands(program: Command, finish: Finish): void {
  const keys = program.command('keys').description(KEYS_HELP.command);
  const command = (syntax: string, description: string) =>
    keys
      .command(syntax)
      .description(description)
      .option('--connection <name>', KEYS_HELP.connection)
      .option('--base-url <url>', KEYS_HELP.baseUrl)
      .addOption(new Option('--header <style>', KEYS_HELP.header).choices(HEADER_STYLES).default('bearer'))
      .option('--key-stdin', KEYS_HELP.keyStdin)
      .option('--key-file <file>', KEYS_HELP.keyFile)
      .addOption(json())
      .addOption(dataDir());
  command('list', KEYS_HELP.list).action(async (options) => finish(await (await COMMANDS.keys()).listKeys(options)));
  command('rotate <id>', KEYS_HELP.rotate).action(async (id, options) =>
    finish(await (await COMMANDS.keys()).rotateKey(id, options)),
  );
  command('create <label>', KEYS_HELP.create)
    .addOption(new Option('--role <role>', KEYS_HELP.role).choices(KEY_ROLES).default('scoped'))
    .addOption(new Option('--scope <scopes...>', KEYS_HELP.scope).choices(SCOPES))
    .action(async (label, options) => finish(await (await COMMANDS.keys()).createKey(label, options)));
  command('revoke <id>', KEYS_HELP.revoke).action(async (id, options) =>
    finish(await (await COMMANDS.keys()).revokeKey(id, options)),
  );
}
