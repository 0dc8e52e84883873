/** Connections, their keys and caps. */

import { Argument, type Command, Option } from 'commander';
import { CONNECTION_COLORS } from '../../../../shared/domain/connections/marks.ts';
import { HEADER_STYLES } from '../../../../shared/service-api/routes.ts';
import {
  checkServiceAddress,
  parseColor,
  parseEndpointPath,
  parseLabel,
  parsePrice,
  parseUsdOrNone,
} from '../parsers.ts';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addConnectionCommands(program: Command, finish: Finish): void {
  const connections = program.command('connections').description(HELP.connections.command);
  const command = (syntax: string, description: string) =>
    connections.command(syntax).description(description).addOption(json()).addOption(dataDir());
  const withKey = (syntax: string, description: string) =>
    command(syntax, HELP.connections.withKey(description))
      .option('--key-stdin', HELP.connections.keyStdin)
      .addOption(new Option('--store <place>', HELP.connections.store).choices(['file']));
  command('list', HELP.connections.list).action(async (options) =>
    finish(await (await COMMANDS.connections()).listConnections(options)),
  );
  const header = () => new Option('--header <style>', HELP.connections.header).choices(HEADER_STYLES);
  withDetails(
    withKey('add <name>', HELP.connections.add).addArgument(
      new Argument('<url>', HELP.connections.address).argParser(checkServiceAddress),
    ),
  )
    .addOption(header().default('bearer'))
    .action(async (name, url, options) =>
      finish(await (await COMMANDS.connections()).addConnection(name, url, options)),
    );
  withDetails(command('edit <connection>', HELP.connections.edit))
    .option('--name <name>', HELP.connections.name)
    .option('--url <url>', HELP.connections.url, checkServiceAddress)
    .addOption(header())
    .action(async (name, options) => finish(await (await COMMANDS.connections()).editConnection(name, options)));
  withKey('set-key <name>', HELP.connections.setKey).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).setKey(name, options)),
  );
  command('set-cap <name>', HELP.connections.setCap)
    .option('--day <usd>', HELP.connections.capADay, parseUsdOrNone)
    .option('--month <usd>', HELP.connections.capAMonth, parseUsdOrNone)
    .action(async (name, options) => finish(await (await COMMANDS.connections()).setCap(name, options)));
  command('lift-hold <name>', HELP.connections.liftHold).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).liftHold(name, options)),
  );
  command('remove <name>', HELP.connections.remove).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).removeConnection(name, options)),
  );
  command('choose <name>', HELP.connections.choose).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).chooseConnection(name, options)),
  );
  command('test <name>', HELP.connections.test).action(async (name, options) =>
    finish(await (await COMMANDS.connections()).testConnection(name, options)),
  );
}

function withDetails(command: Command): Command {
  return command
    .option('--price <model=usd>', HELP.connections.price, parsePrice)
    .option('--billing-page <url>', HELP.connections.billingPage)
    .option('--color <color>', HELP.connections.color(CONNECTION_COLORS.join(', ')), parseColor)
    .option('--label <label>', HELP.connections.label, parseLabel)
    .option('--create-path <path>', HELP.connections.createPath, parseEndpointPath)
    .option('--list-path <path>', HELP.connections.listPath, parseEndpointPath);
}
