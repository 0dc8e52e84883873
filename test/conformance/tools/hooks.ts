/** Webhook endpoints of keys of their own, with a receiver behind them. */

import { inject } from 'vitest';
import { type MadeKey, makeKey } from './accounts.ts';
import { must } from './client.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export const EVENT_TYPES = [
  'generation.queued',
  'generation.processing',
  'generation.failed',
  'generation.completed',
] as const;

export const SEND = '/v1/webhooks/send_test_event';

export interface Hook {
  /** The scoped key that owns the endpoint. */
  readonly owner: MadeKey;
  readonly receiver: Receiver;
  readonly endpointId: string;
  // biome-ignore lint/suspicious/noExplicitAny: the configuration resource
  readonly webhook: any;
}

export interface HookWish {
  readonly mode?: 'test' | 'live';
  readonly eventTypes?: readonly string[];
  /** An owner that is there already. */
  readonly owner?: MadeKey;
}

/** A scoped key that may do its work and send test events. */
export function makeOwner(): Promise<MadeKey> {
  const scopes = ['read', 'projects:read', 'projects:write', 'generations:read', 'generations:write'];
  return makeKey({ role: 'scoped', scopes });
}

export async function makeHook(wish: HookWish = {}): Promise<Hook> {
  const owner = wish.owner ?? (await makeOwner());
  const receiver = await openReceiver();
  const { webhook } = await must(
    '/v1/webhooks/configure',
    {
      apiKeyId: owner.keyId,
      mode: wish.mode ?? 'test',
      url: receiver.url,
      eventTypes: wish.eventTypes ?? EVENT_TYPES,
    },
    inject('target').adminKey,
  );
  return { owner, receiver, endpointId: webhook.endpointId, webhook };
}

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export function sendTestEvent(key: string, change: object = {}): Promise<any> {
  return must(SEND, { eventType: 'generation.completed', mode: 'test', ...change }, key);
}

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export function hookPortal(call: string, body: object): Promise<any> {
  return must(`/portal/webhooks/${call}`, body, inject('target').adminKey);
}

export async function secretOf(endpointId: string): Promise<string> {
  return (await hookPortal('endpoints/secret', { endpointId })).secret;
}

/** The state of an endpoint as the portal lists it. */
// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export async function endpointState(hook: Hook): Promise<any> {
  const { endpoints } = await hookPortal('endpoints/list', { apiKeyId: hook.owner.keyId });
  return endpoints.find(({ endpointId }: { endpointId: string }) => endpointId === hook.endpointId);
}

/** The deliveries of an endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export async function deliveriesOf(hook: Hook): Promise<any[]> {
  return (await hookPortal('deliveries/list', { endpointId: hook.endpointId })).deliveries;
}
