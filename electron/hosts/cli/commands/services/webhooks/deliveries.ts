/** `cleartake webhooks`: test events, what became of messages, and messages that are sent again. */

import { InvalidArgumentError, Option } from 'commander';
import type { WebhookDeliveryView } from '../../../../../../shared/contract/account/webhooks.ts';
import type { DeskClient } from '../../../../../../shared/contract/index.ts';
import { countOf } from '../../../../../../shared/domain/units.ts';
import {
  EVENT_TYPES,
  type EventType,
  WEBHOOK_MODES,
  type WebhookMode,
} from '../../../../../../shared/service-api/webhooks.ts';
import { type CommandOptions, withConnection } from '../../../access/access.ts';
import type { ExitStatus } from '../../../exit-status.ts';
import { localTimeOf } from '../../../reports/local-time.ts';
import { report, reportRows } from '../../../reports/report.ts';
import type { CliCommand } from '../../../syntax/cli-command.ts';
import { parseWhole } from '../../../syntax/parsers.ts';
import { parseTime } from '../../../syntax/times.ts';

/** In words, by the status that the service has. */
const STATUSES = { pending: 'waiting', delivered: 'delivered', failed: 'failed', cancelled: 'cancelled' };

export function addDeliveryCommands(webhooks: CliCommand): void {
  webhooks
    .subcommand('test <connection>', 'send a test event to the endpoints of the connection’s key')
    .onDesk()
    .addOption(mode())
    .addOption(new Option('--event <type>', 'type of the event').choices(EVENT_TYPES).default('generation.completed'))
    .option('--sample <json>', 'fields of its payload, as a JSON object', parseSample)
    .run(sendTest);
  webhooks
    .subcommand('deliveries <connection>', 'show what became of messages, newest first')
    .onDesk()
    .option('--endpoint <id>', 'only of this endpoint')
    .option('--message <id>', 'only of this message')
    .addOption(new Option('--status <status>', 'only with this status').choices(Object.keys(STATUSES)))
    .addOption(limit())
    .run(listDeliveriesCommand);
  webhooks
    .subcommand('messages <connection>', 'list the events of an account with their payloads, newest first')
    .onDesk()
    .option('--key <id>', 'only of the API key with this id')
    .addOption(limit())
    .run(listMessagesCommand);
  webhooks
    .subcommand('resend <connection> <message> <endpoint>', 'send one message again, once')
    .onDesk()
    .run(resendCommand);
  webhooks
    .subcommand(
      'recover <connection> <endpoint>',
      'send again what an endpoint missed, of at most the last fourteen days',
    )
    .onDesk()
    .addOption(
      new Option(
        '--since <time>',
        'from this time on, such as 2026-11-22T09:00, or from so long ago, such as 24h or 5d',
      )
        .argParser((text) => parseTime(text))
        .makeOptionMandatory(),
    )
    .option('--until <time>', 'up to this time (default: now)', (text: string) => parseTime(text))
    .examples('cleartake webhooks recover Studio whe_5cd3… --since 5d')
    .run(recover);
}

/** Of endpoints and test events. */
export function mode(): Option {
  return new Option('--mode <mode>', 'live for real events, test for test events only')
    .choices(WEBHOOK_MODES)
    .default('live');
}

function limit(): Option {
  return new Option('--limit <n>', 'at most so many').argParser(parseWhole(1, 500)).default(100);
}

function parseSample(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  } catch {
    // Refused below.
  }
  throw new InvalidArgumentError('Use a JSON object, such as {"apiProjectId":"prj_1"}.');
}

interface TestOptions extends CommandOptions {
  readonly mode: WebhookMode;
  readonly event: EventType;
  readonly sample?: Readonly<Record<string, unknown>>;
}

export function sendTest(name: string, options: TestOptions): Promise<ExitStatus> {
  const { event: eventType, sample } = options;
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    const request = { connectionId, mode: options.mode, eventType };
    const sent = await client.webhooks.test(
      sample === undefined ? request : { ...request, samplePayload: { ...sample } },
    );
    const { endpoints, eventId, notice, vendorMessageId: messageId } = sent;
    const reached = endpoints?.map(({ url: address, ...endpoint }) => ({ ...endpoint, address })) ?? null;
    const words = [
      `Sent as ${messageId}.`,
      ...(reached ?? []).map(({ address, sent: isSent }) =>
        isSent ? `to ${address}` : `not to ${address}: it is disabled`,
      ),
      ...(notice === null ? [] : [notice]),
    ];
    return report(options, { event: 'sent', messageId, eventId, reached, notice }, words);
  });
}

interface DeliveriesOptions extends CommandOptions {
  readonly endpoint?: string;
  readonly message?: string;
  readonly status?: WebhookDeliveryView['status'];
  readonly limit: number;
}

export function listDeliveriesCommand(name: string, options: DeliveriesOptions): Promise<ExitStatus> {
  const { endpoint: endpointId, message: messageId, status } = options;
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    const { deliveries } = await client.webhooks.deliveries({
      connectionId,
      limit: options.limit,
      ...(endpointId === undefined ? {} : { endpointId }),
      ...(messageId === undefined ? {} : { messageId }),
      ...(status === undefined ? {} : { status }),
    });
    return reportRows(options, {
      event: 'delivery',
      rows: deliveries,
      columns: ['Message', 'Endpoint', 'Event', 'Status', 'Attempts', 'Last attempt', 'Outcome', 'Next attempt'],
      cells: deliveryCells,
      none: 'None.',
    });
  });
}

function deliveryCells({ attempts, endpointId, eventType, messageId, nextAttemptAt, status }: WebhookDeliveryView) {
  const last = attempts.at(-1);
  return [
    messageId,
    endpointId,
    eventType,
    STATUSES[status],
    String(attempts.length),
    last === undefined ? '' : localTimeOf(last.at),
    String(last?.error ?? last?.statusCode ?? ''),
    nextAttemptAt === null ? '' : localTimeOf(nextAttemptAt),
  ];
}

interface MessagesOptions extends CommandOptions {
  /** Only of this API key, by its id. */
  readonly key?: string;
  readonly limit: number;
}

/** What was to be delivered, with its payload: what a receiver of one's own has to be built for. */
function listMessagesCommand(name: string, options: MessagesOptions): Promise<ExitStatus> {
  const { key: apiKeyId } = options;
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    const request = { connectionId, limit: options.limit };
    const { messages } = await client.webhooks.messages(apiKeyId === undefined ? request : { ...request, apiKeyId });
    return reportRows(options, {
      event: 'message',
      rows: messages.map(({ apiKeyId: owner, ...message }) => ({ ...message, owner })),
      columns: ['Id', 'Time', 'Mode', 'Event', 'Payload'],
      cells: messageCells,
      none: 'None.',
    });
  });
}

type Message = Omit<Awaited<ReturnType<DeskClient['webhooks']['messages']>>['messages'][number], 'apiKeyId'>;

function messageCells({ createdAt, eventType, messageId, mode: kind, payload }: Message): string[] {
  return [messageId, localTimeOf(createdAt), kind, eventType, JSON.stringify(payload)];
}

export function resendCommand(
  name: string,
  messageId: string,
  endpointId: string,
  options: CommandOptions,
): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    await client.webhooks.resend({ connectionId, messageId, endpointId });
    return report(options, { event: 'resent', messageId, endpointId }, 'The message is sent again, once.');
  });
}

interface RecoverOptions extends CommandOptions {
  /** ISO 8601. */
  readonly since: string;
  readonly until?: string;
}

export function recover(name: string, endpointId: string, options: RecoverOptions): Promise<ExitStatus> {
  const { since, until } = options;
  return withConnection(name, options, async ({ id: connectionId }, { client }) => {
    const request = { connectionId, endpointId, since };
    const { recovered } = await client.webhooks.recover(until === undefined ? request : { ...request, until });
    const words = `${countOf(recovered, 'message is', 'messages are')} sent again.`;
    return report(options, { event: 'recovered', endpointId, recovered }, words);
  });
}
