/** `cleartake webhooks`: receives the webhooks of a service, and looks after the endpoints of a connection's account. */

import { Argument, Option } from 'commander';
import type { WebhookEndpointView } from '../../../../../shared/contract/account/webhooks.ts';
import type { DeskClient } from '../../../../../shared/contract/index.ts';
import { EVENT_TYPES, type EventType, type WebhookMode } from '../../../../../shared/service-api/webhooks.ts';
import { knownSecrets } from '../../../common/vault/secret-tracking.ts';
import { type CommandOptions, withConnection } from '../../access/access.ts';
import { namedKey, refuseUnknownKey } from '../../access/named.ts';
import { type ExitStatus, UsageError } from '../../exit-status.ts';
import { localTimeOf } from '../../reports/local-time.ts';
import { report, reportRows } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseEvents, parseHookAddress } from '../../syntax/parsers.ts';
import { addDeliveryCommands, mode } from './webhooks/deliveries.ts';
import { addListen } from './webhooks/listen.ts';

export function command(program: CliCommand): void {
  const webhooks = program.subcommand('webhooks', 'receive the webhooks of a service, and look after its endpoints');
  addListen(webhooks);
  webhooks
    .subcommand('list <connection>', 'list the endpoints of an account of Cleartake’s own service')
    .onDesk()
    .run(listEndpointsCommand);
  webhooks
    .subcommand('configure <connection>', 'deliver the events of a key to an https address')
    .onDesk()
    .addArgument(new Argument('<url>', 'https address of your receiver').argParser(parseHookAddress))
    .addOption(mode())
    .addOption(
      new Option('--events <types>', 'event types, with commas between them')
        .argParser(parseEvents)
        .default([...EVENT_TYPES], 'all four'),
    )
    .option(
      '--key <id>',
      'the API key whose events it gets: its id, or its label or prefix if only one key has that (default: the connection’s own)',
    )
    .examples(
      'cleartake webhooks configure Studio https://hooks.example.com/cleartake',
      'cleartake webhooks configure Studio https://hooks.example.com --key Newsroom',
    )
    .run(configure);
  webhooks
    .subcommand('enable <connection> <endpoint>', 'deliver to an endpoint again; recover what it missed')
    .onDesk()
    .run((name: string, id: string, options: CommandOptions) => setEnabled(name, id, true, options));
  webhooks
    .subcommand('disable <connection> <endpoint>', 'deliver nothing to an endpoint')
    .onDesk()
    .run((name: string, id: string, options: CommandOptions) => setEnabled(name, id, false, options));
  webhooks
    .subcommand('update <connection> <endpoint>', 'change where an endpoint is, or which events it gets')
    .onDesk()
    .option('--url <url>', 'its https address from now on', parseHookAddress)
    .option('--events <types>', 'event types from now on, with commas between them', parseEvents)
    .run(updateEndpointCommand);
  webhooks
    .subcommand('remove <connection> <endpoint>', 'remove an endpoint for good, with its signing secret')
    .onDesk()
    .option('--yes', 'remove it: what is pending for it is never delivered')
    .run(removeEndpointCommand);
  webhooks
    .subcommand('secret <connection> <endpoint>', 'print the signing secret of an endpoint')
    .onDesk()
    .option('--rotate', 'make another one first; the one before stays valid for a day')
    .option('--at-once', 'with --rotate: the one before stops at once, for one that leaked')
    .run(showSecret);
  addDeliveryCommands(webhooks);
}

export function listEndpointsCommand(name: string, options: CommandOptions): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    const { endpoints } = await client.webhooks.list({ connectionId });
    return reportRows(options, {
      event: 'endpoint',
      rows: endpoints.map(({ apiKeyId: owner, url: address, ...endpoint }) => ({ ...endpoint, address, owner })),
      columns: ['Id', 'Mode', 'State', 'Address', 'Events'],
      cells: endpointCells,
      none: 'No endpoints. Add one with `cleartake webhooks configure`.',
    });
  });
}

const OFF = { manual: 'disabled', failing: 'disabled after failing for days' };

type EndpointRow = Omit<WebhookEndpointView, 'apiKeyId' | 'url'> & { readonly address: string };

function endpointCells(endpoint: EndpointRow): string[] {
  const { address, disabledReason, enabled, endpointId, eventTypes, failingSince, mode: kind } = endpoint;
  const on = failingSince === null ? 'on' : `failing since ${localTimeOf(failingSince)}`;
  const isAll = eventTypes.length === EVENT_TYPES.length || eventTypes.length === 0;
  const state = enabled ? on : OFF[disabledReason ?? 'manual'];
  return [endpointId, kind, state, address, isAll ? 'all' : eventTypes.join(' ')];
}

interface ConfigureOptions extends CommandOptions {
  readonly mode: WebhookMode;
  readonly events: readonly EventType[];
  /** The API key whose events it gets: its id, or its label or the beginning of its prefix if only one key has that. */
  readonly key?: string;
}

export function configure(name: string, url: string, options: ConfigureOptions): Promise<ExitStatus> {
  const { events, key } = options;
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    const apiKeyId = key === undefined ? undefined : await keyIdOf(client, connectionId, key);
    const { endpointId, url: address } = await client.webhooks.configure({
      connectionId,
      mode: options.mode,
      url,
      eventTypes: [...events],
      ...(apiKeyId === undefined ? {} : { apiKeyId }),
    });
    return report(options, { event: 'configured', endpointId, address }, `${endpointId} receives at ${address}`);
  });
}

/** What can't be looked up, because the account doesn't list its keys, is taken as an id. @throws UsageError for several keys or none */
async function keyIdOf(client: DeskClient, connectionId: string, wanted: string): Promise<string> {
  const keys = await client.keys.list({ connectionId }).then(
    (answer) => answer.keys,
    () => null,
  );
  if (keys === null) return wanted;
  return namedKey(keys, wanted)?.keyId ?? refuseUnknownKey(keys, wanted);
}

export function setEnabled(
  name: string,
  endpointId: string,
  enabled: boolean,
  options: CommandOptions,
): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    await client.webhooks.setEnabled({ connectionId, endpointId, enabled });
    return enabled
      ? report(
          options,
          { event: 'enabled', endpointId },
          'The endpoint is enabled. Send what it missed with `cleartake webhooks recover`.',
        )
      : report(
          options,
          { event: 'disabled', endpointId },
          'The endpoint is disabled: it gets nothing until you enable it. What it misses can be recovered for fourteen days.',
        );
  });
}

interface UpdateOptions extends CommandOptions {
  readonly url?: string;
  readonly events?: readonly EventType[];
}

/** What isn't named stays as it is. */
function updateEndpointCommand(name: string, endpointId: string, options: UpdateOptions): Promise<ExitStatus> {
  const { events, url } = options;
  if (events === undefined && url === undefined) throw new UsageError('Say what to change, with --url or --events.');
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    await client.webhooks.update({
      connectionId,
      endpointId,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { eventTypes: [...events] }),
    });
    return report(options, { event: 'updated', endpointId }, 'The endpoint is changed.');
  });
}

function removeEndpointCommand(
  name: string,
  endpointId: string,
  options: CommandOptions & { readonly yes?: boolean },
): Promise<ExitStatus> {
  if (options.yes !== true)
    throw new UsageError(
      'This removes the endpoint for good, and what is pending for it is never delivered. Add --yes to do it.',
    );
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    await client.webhooks.remove({ connectionId, endpointId });
    return report(options, { event: 'removed', endpointId }, 'The endpoint is removed, with its signing secret.');
  });
}

interface SecretOptions extends CommandOptions {
  readonly rotate?: boolean;
  /** With `rotate`: the secret before stops at once. */
  readonly atOnce?: boolean;
}

/** The one command that prints a secret: the person asked for it. */
export function showSecret(name: string, endpointId: string, options: SecretOptions): Promise<ExitStatus> {
  const { atOnce = false, rotate = false } = options;
  if (atOnce && !rotate) throw new UsageError('--at-once belongs to --rotate.');
  return withConnection(name, options, async ({ id }, { host }) => {
    const rotation = rotate ? (atOnce ? 'at-once' : 'for-a-day') : null;
    const secret = await host.signingSecret(id, endpointId, rotation);
    knownSecrets.conceal(secret);
    return report(options, { event: 'secret', endpointId, secret }, secret);
  });
}
