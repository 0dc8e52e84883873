/** The API keys of an account. */

import { Argument, type Command, Option } from 'commander';
import { KEY_ROLES, MOST_CALLS_PER_MINUTE } from '../../../../shared/service-api/key-metadata.ts';
import { SCOPES } from '../../../../shared/service-api/permissions.ts';
import { parseWhole } from '../parsers.ts';
import { KEYS_HELP } from '../strings/keys.ts';
import { adminCommand, COMMANDS, type Finish } from './shared.ts';

export function addKeyCommands(program: Command, finish: Finish): void {
  const keys = program.command('keys').description(KEYS_HELP.command);
  const command = (syntax: string, description: string) => adminCommand(keys, syntax, description);
  command('list', KEYS_HELP.list).action(async (options) => finish(await (await COMMANDS.keys()).listKeys(options)));
  const ofKey = (verb: string, description: string) =>
    command(verb, description).addArgument(new Argument('<key>', KEYS_HELP.key));
  ofKey('rotate', KEYS_HELP.rotate).action(async (id, options) =>
    finish(await (await COMMANDS.keys()).rotateKey(id, options)),
  );
  command('create <label>', KEYS_HELP.create)
    .addOption(new Option('--role <role>', KEYS_HELP.role).choices(KEY_ROLES).default('scoped'))
    .addOption(new Option('--scope <scopes...>', KEYS_HELP.scope).choices(SCOPES))
    .option('--user <id>', KEYS_HELP.user)
    .action(async (label, options) => finish(await (await COMMANDS.keys()).createKey(label, options)));
  ofKey('revoke', KEYS_HELP.revoke)
    .option('--yes', KEYS_HELP.yes)
    .action(async (id, options) => finish(await (await COMMANDS.keys()).revokeKey(id, options)));
  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const) {
    ofKey(verb, KEYS_HELP[verb]).action(async (id, options) =>
      finish(await (await COMMANDS.keys()).setKeyActive(id, active, options)),
    );
  }
  ofKey('limit', KEYS_HELP.limit)
    .addArgument(new Argument('<calls>').argParser(parseCalls))
    .action(async (id, calls, options) => finish(await (await COMMANDS.keys()).limitKey(id, calls, options)));
}

/** Calls a minute; null for `none`. */
function parseCalls(text: string): number | null {
  return text === 'none' ? null : parseWhole(1, MOST_CALLS_PER_MINUTE)(text);
}
