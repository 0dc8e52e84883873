/** Receiving webhooks, and the endpoints of a service. */

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { EVENT_TYPES, type EventType, WEBHOOK_MODES } from '../../../../shared/service-api/webhooks.ts';
import { UsageError } from '../exit-status.ts';
import { parseTime } from '../parse-times.ts';
import { parseHookAddress, parsePort, parseWhole } from '../parsers.ts';
import { WEBHOOKS_HELP, WEBHOOKS_USAGE } from '../strings/webhooks.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

/** Where `webhooks listen` listens unless it is told otherwise. */
const USUAL_PORT = 4780;
const STATUSES = ['pending', 'delivered', 'failed', 'cancelled'];

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
  addEndpointCommands(webhooks, finish);
  addDeliveryCommands(webhooks, finish);
}

function commandOf(webhooks: Command, syntax: string, description: string): Command {
  return webhooks.command(syntax).description(description).addOption(json()).addOption(dataDir());
}

const mode = (usual: 'live' | 'test') =>
  new Option('--mode <mode>', WEBHOOKS_HELP.mode).choices(WEBHOOK_MODES).default(usual);

function addEndpointCommands(webhooks: Command, finish: Finish): void {
  commandOf(webhooks, 'list <connection>', WEBHOOKS_HELP.list).action(async (name, options) =>
    finish(await (await COMMANDS.endpoints()).listEndpoints(name, options)),
  );
  commandOf(webhooks, 'configure <connection>', WEBHOOKS_HELP.configure)
    .addArgument(new Argument('<url>', WEBHOOKS_HELP.url).argParser(parseHookAddress))
    .addOption(mode('live'))
    .addOption(
      new Option('--events <types>', WEBHOOKS_HELP.events)
        .argParser(parseEvents)
        .default([...EVENT_TYPES], WEBHOOKS_HELP.allEvents),
    )
    .option('--key <id>', WEBHOOKS_HELP.key)
    .action(async (name, url, options) => finish(await (await COMMANDS.endpoints()).configure(name, url, options)));
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    commandOf(webhooks, `${verb} <connection> <endpoint>`, WEBHOOKS_HELP[verb]).action(async (name, id, options) =>
      finish(await (await COMMANDS.endpoints()).setEnabled(name, id, enabled, options)),
    );
  }
  commandOf(webhooks, 'update <connection> <endpoint>', WEBHOOKS_HELP.update)
    .option('--url <url>', WEBHOOKS_HELP.newUrl, parseHookAddress)
    .option('--events <types>', WEBHOOKS_HELP.newEvents, parseEvents)
    .action(async (name, id, options) => finish(await (await COMMANDS.endpoints()).updateEndpoint(name, id, options)));
  commandOf(webhooks, 'remove <connection> <endpoint>', WEBHOOKS_HELP.remove)
    .option('--yes', WEBHOOKS_HELP.yes)
    .action(async (name, id, options) => finish(await (await COMMANDS.endpoints()).removeEndpoint(name, id, options)));
  commandOf(webhooks, 'secret <connection> <endpoint>', WEBHOOKS_HELP.secret)
    .option('--rotate', WEBHOOKS_HELP.rotate)
    .option('--at-once', WEBHOOKS_HELP.atOnce)
    .action(async (name, id, options) => {
      if (options.atOnce === true && options.rotate !== true) throw new UsageError(WEBHOOKS_USAGE.atOnceNeedsRotate);
      finish(await (await COMMANDS.endpoints()).showSecret(name, id, options));
    });
}

function addDeliveryCommands(webhooks: Command, finish: Finish): void {
  commandOf(webhooks, 'test <connection>', WEBHOOKS_HELP.test)
    .addOption(mode('live'))
    .addOption(new Option('--event <type>', WEBHOOKS_HELP.event).choices(EVENT_TYPES).default('generation.completed'))
    .option('--sample <json>', WEBHOOKS_HELP.sample, parseSample)
    .action(async (name, options) => finish(await (await COMMANDS.endpoints()).sendTest(name, options)));
  commandOf(webhooks, 'deliveries <connection>', WEBHOOKS_HELP.deliveries)
    .option('--endpoint <id>', WEBHOOKS_HELP.endpoint)
    .option('--message <id>', WEBHOOKS_HELP.message)
    .addOption(new Option('--status <status>', WEBHOOKS_HELP.status).choices(STATUSES))
    .option('--limit <n>', WEBHOOKS_HELP.limit, parseWhole(1, 500), 100)
    .action(async (name, options) => finish(await (await COMMANDS.endpoints()).listDeliveries(name, options)));
  commandOf(webhooks, 'messages <connection>', WEBHOOKS_HELP.messages)
    .option('--key <id>', WEBHOOKS_HELP.ofKey)
    .option('--limit <n>', WEBHOOKS_HELP.limit, parseWhole(1, 500), 100)
    .action(async (name, options) => finish(await (await COMMANDS.endpoints()).listMessages(name, options)));
  commandOf(webhooks, 'resend <connection> <message> <endpoint>', WEBHOOKS_HELP.resend).action(
    async (name, message, id, options) => finish(await (await COMMANDS.endpoints()).resend(name, message, id, options)),
  );
  commandOf(webhooks, 'recover <connection> <endpoint>', WEBHOOKS_HELP.recover)
    .addOption(
      new Option('--since <time>', WEBHOOKS_HELP.since).argParser((text) => parseTime(text)).makeOptionMandatory(),
    )
    .option('--until <time>', WEBHOOKS_HELP.until, (text: string) => parseTime(text))
    .action(async (name, id, options) => finish(await (await COMMANDS.endpoints()).recover(name, id, options)));
}

function parseEvents(text: string): readonly EventType[] {
  const types = text.split(',').map((one) => one.trim());
  const known = EVENT_TYPES.filter((type) => types.includes(type));
  if (known.length !== new Set(types).size) throw new InvalidArgumentError(WEBHOOKS_USAGE.eventTypes);
  return known;
}

function parseSample(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError(WEBHOOKS_USAGE.sample);
}
