/** `cleartake webhooks`: the endpoints of a connection's account, their deliveries and secrets. */

import type { WebhookDeliveryView, WebhookEndpointView } from '../../../../../shared/contract/account/webhooks.ts';
import type { DeskClient } from '../../../../../shared/contract/index.ts';
import { EVENT_TYPES, type EventType, type WebhookMode } from '../../../../../shared/service-api/webhooks.ts';
import { knownSecrets } from '../../../common/vault/secret-tracking.ts';
import { type ExitStatus, UsageError } from '../../exit-status.ts';
import { namedKey, refuseUnknownKey } from '../../named.ts';
import { localTimeOf } from '../../reports/local-time.ts';
import { table } from '../../reports/table.ts';
import { WEBHOOKS, WEBHOOKS_USAGE } from '../../strings/webhooks.ts';
import { administering, type ConnectionsOptions, find, print } from '../connections.ts';

export interface ConfigureOptions extends ConnectionsOptions {
  readonly mode: WebhookMode;
  readonly events: readonly EventType[];
  /** The API key whose events it gets: its id, or its label or the beginning of its prefix if only one key has that. */
  readonly key?: string;
}

export interface TestOptions extends ConnectionsOptions {
  readonly mode: WebhookMode;
  readonly event: EventType;
  readonly sample?: Readonly<Record<string, unknown>>;
}

export interface DeliveriesOptions extends ConnectionsOptions {
  readonly endpoint?: string;
  readonly message?: string;
  readonly status?: WebhookDeliveryView['status'];
  readonly limit: number;
}

export interface RecoverOptions extends ConnectionsOptions {
  /** ISO 8601. */
  readonly since: string;
  readonly until?: string;
}

export interface UpdateOptions extends ConnectionsOptions {
  readonly url?: string;
  readonly events?: readonly EventType[];
}

export interface RemoveOptions extends ConnectionsOptions {
  readonly yes?: boolean;
}

export interface MessagesOptions extends ConnectionsOptions {
  /** Only of this API key, by its id. */
  readonly key?: string;
  readonly limit: number;
}

export interface SecretOptions extends ConnectionsOptions {
  readonly rotate?: boolean;
  /** With `rotate`: the secret before stops at once. */
  readonly atOnce?: boolean;
}

export function listEndpoints(name: string, options: ConnectionsOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    const { endpoints } = await client.webhooks.list({ connectionId });
    const rows = endpoints.map(({ apiKeyId: owner, url: address, ...rest }) => ({ ...rest, address, owner }));
    printRows(options, 'endpoint', rows, [WEBHOOKS.endpointColumns, endpointCells], WEBHOOKS.noEndpoints);
  });
}

export function configure(name: string, url: string, options: ConfigureOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    const { events, key, mode } = options;
    const apiKeyId = key === undefined ? undefined : await keyIdOf(client, connectionId, key);
    const asked = { connectionId, mode, url, eventTypes: [...events] };
    const made = await client.webhooks.configure(apiKeyId === undefined ? asked : { ...asked, apiKeyId });
    const { endpointId, url: address } = made;
    print(options, { event: 'configured', endpointId, address }, WEBHOOKS.configured(endpointId, address));
  });
}

export function sendTest(name: string, options: TestOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    const { event: eventType, mode, sample } = options;
    const asked = { connectionId, mode, eventType };
    const sent = await client.webhooks.test(sample === undefined ? asked : { ...asked, samplePayload: { ...sample } });
    const { endpoints, eventId, notice, vendorMessageId: messageId } = sent;
    const reached = endpoints?.map(({ url: address, ...rest }) => ({ ...rest, address })) ?? null;
    const places = (reached ?? []).map((endpoint) => WEBHOOKS.reached(endpoint.address, endpoint.sent));
    const words = [WEBHOOKS.testSent(messageId), ...places, ...(notice === null ? [] : [notice])];
    print(options, { event: 'sent', messageId, eventId, reached, notice }, words);
  });
}

export function listDeliveries(name: string, options: DeliveriesOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    const { endpoint: endpointId, limit, message: messageId, status } = options;
    const { deliveries } = await client.webhooks.deliveries({
      connectionId,
      limit,
      ...(endpointId === undefined ? {} : { endpointId }),
      ...(messageId === undefined ? {} : { messageId }),
      ...(status === undefined ? {} : { status }),
    });
    printRows(options, 'delivery', deliveries, [WEBHOOKS.deliveryColumns, deliveryCells], WEBHOOKS.none);
  });
}

export function resend(
  name: string,
  messageId: string,
  endpointId: string,
  options: ConnectionsOptions,
): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    await client.webhooks.resend({ connectionId, messageId, endpointId });
    print(options, { event: 'resent', messageId, endpointId }, WEBHOOKS.resent);
  });
}

export function recover(name: string, endpointId: string, options: RecoverOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    const { since, until } = options;
    const asked = { connectionId, endpointId, since };
    const { recovered } = await client.webhooks.recover(until === undefined ? asked : { ...asked, until });
    print(options, { event: 'recovered', endpointId, recovered }, WEBHOOKS.recovered(recovered));
  });
}

export function setEnabled(
  name: string,
  endpointId: string,
  enabled: boolean,
  options: ConnectionsOptions,
): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    await client.webhooks.setEnabled({ connectionId, endpointId, enabled });
    print(options, { event: enabled ? 'enabled' : 'disabled', endpointId }, WEBHOOKS.enabled(enabled));
  });
}

/** What isn't named stays as it is. */
export function updateEndpoint(name: string, endpointId: string, options: UpdateOptions): Promise<ExitStatus> {
  const { events, url } = options;
  if (events === undefined && url === undefined) throw new UsageError(WEBHOOKS_USAGE.nothingToChange);
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    await client.webhooks.update({
      ...{ connectionId, endpointId },
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { eventTypes: [...events] }),
    });
    print(options, { event: 'updated', endpointId }, WEBHOOKS.updated);
  });
}

export function removeEndpoint(name: string, endpointId: string, options: RemoveOptions): Promise<ExitStatus> {
  if (options.yes !== true) throw new UsageError(WEBHOOKS_USAGE.removeNeedsYes);
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    await client.webhooks.remove({ connectionId, endpointId });
    print(options, { event: 'removed', endpointId }, WEBHOOKS.removed);
  });
}

/** What was to be delivered, with its payload: what a receiver of one's own has to be built for. */
export function listMessages(name: string, options: MessagesOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id: connectionId } = await find(client, name);
    const { key: apiKeyId, limit } = options;
    const { messages } = await client.webhooks.messages({
      connectionId,
      limit,
      ...(apiKeyId === undefined ? {} : { apiKeyId }),
    });
    const rows = messages.map(({ apiKeyId: owner, ...rest }) => ({ ...rest, owner }));
    printRows(options, 'message', rows, [WEBHOOKS.messageColumns, messageCells], WEBHOOKS.none);
  });
}

/** The one command that prints a secret: the person asked for it. */
export function showSecret(name: string, endpointId: string, options: SecretOptions): Promise<ExitStatus> {
  return administering(options, async (client, host) => {
    const { id } = await find(client, name);
    const rotate = options.rotate !== true ? null : options.atOnce === true ? 'at-once' : 'for-a-day';
    const secret = await host.signingSecret(id, endpointId, rotate);
    knownSecrets.conceal(secret);
    print(options, { event: 'secret', endpointId, secret }, secret);
  });
}

/** What can't be looked up, because the account doesn't list its keys, is taken as an id. @throws UsageError for several keys or none */
async function keyIdOf({ keys: group }: DeskClient, connectionId: string, wanted: string): Promise<string> {
  const keys = await group.list({ connectionId }).then(
    (answer) => answer.keys,
    () => null,
  );
  if (keys === null) return wanted;
  return namedKey(keys, wanted)?.keyId ?? refuseUnknownKey(keys, wanted);
}

type EndpointRow = Omit<WebhookEndpointView, 'apiKeyId' | 'url'> & { readonly address: string };

function endpointCells(endpoint: EndpointRow): string[] {
  const { address, disabledReason, enabled, endpointId, eventTypes, failingSince, mode } = endpoint;
  const types = eventTypes.length === EVENT_TYPES.length || eventTypes.length === 0;
  const failing = failingSince === null ? WEBHOOKS.on : WEBHOOKS.failing(localTimeOf(failingSince));
  return [
    ...[endpointId, mode, enabled ? failing : WEBHOOKS.off[disabledReason ?? 'manual'], address],
    types ? WEBHOOKS.allEvents : eventTypes.join(' '),
  ];
}

type Message = Omit<Awaited<ReturnType<DeskClient['webhooks']['messages']>>['messages'][number], 'apiKeyId'>;

function messageCells({ createdAt, eventType, messageId, mode, payload }: Message): string[] {
  return [messageId, localTimeOf(createdAt), mode, eventType, JSON.stringify(payload)];
}

function deliveryCells({ attempts, endpointId, eventType, messageId, nextAttemptAt, status }: WebhookDeliveryView) {
  const last = attempts.at(-1);
  return [
    ...[messageId, endpointId, eventType, WEBHOOKS.status[status], String(attempts.length)],
    ...(last === undefined ? ['', ''] : [localTimeOf(last.at), String(last.error ?? last.statusCode ?? '')]),
    nextAttemptAt === null ? '' : localTimeOf(nextAttemptAt),
  ];
}

/** One line of JSON for each row, or a table. */
function printRows<Row extends object>(
  options: ConnectionsOptions,
  event: string,
  rows: readonly Row[],
  [headings, cells]: readonly [readonly string[], (row: Row) => string[]],
  none: string,
): void {
  if (options.json === true) for (const row of rows) print(options, { event, ...row }, '');
  else if (rows.length === 0) print(options, {}, none);
  else for (const line of table(headings, rows.map(cells))) print(options, {}, line);
}
