/** The desk's own receiver: off until the person switches it on. An event is a hint that a poll may be worth it; polling stays the truth. */

import path from 'node:path';
import { z } from 'zod';
import type { WebhookReceiverView } from '../../../../../shared/contract/account/webhooks.ts';
import { toCleartakeError } from '../../../../../shared/domain/errors.ts';
import type { Log } from '../../../../platform/log.ts';
import { isWebhookSecret } from '../../../../platform/security/webhook-signature.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { createTurns } from '../../../../platform/time/turns.ts';
import type { WithSettings } from '../../../store/tables/settings.ts';
import type { KeepIn, Vault } from '../../../vault/vault.ts';
import { type KeptCertificate, receiverCertificate } from './certificate.ts';
import { openReceived, type ReceivedDeliveries } from './received.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { RECEIVER } from './strings.ts';

const USUAL_PORT = 4781;
const LISTED = 100;
/** Between two attempts to read secrets from a key store that was locked: deliveries of strangers come as often as they like. */
const READ_AGAIN_MS = 5000;

const kept = z.object({
  on: z.boolean(),
  port: z.number().int(),
  publicAddress: z.string().nullable(),
});
type Kept = z.infer<typeof kept>;

export interface DeskReceiverParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly store: WithSettings;
  readonly dataDirectory: string;
  /** Ids of all connections. */
  readonly connections: () => readonly string[];
  /** Told of a project about which an event arrived. */
  readonly hint: (projectId: string) => void;
}

export interface DeskReceiver {
  /** Listens if it was left switched on. */
  start(): Promise<void>;
  view(): Promise<WebhookReceiverView>;
  set(changes: { readonly [Name in keyof Kept]?: Kept[Name] | undefined }): Promise<void>;
  /** @param text all valid secrets, with spaces between; null forgets them @throws CleartakeError as the vault does */
  setSecrets(connectionId: string, text: string | null, keep?: KeepIn): Promise<void>;
  /** Where the connection's service delivers. */
  addressFor(connectionId: string): string;
  stop(): Promise<void>;
}

/** The folder of certificate and table. */
function folderOf(dataDirectory: string): string {
  return path.join(dataDirectory, 'webhooks');
}

/** The certificate of a desk's receiver, made when there is none yet. */
export function deskCertificate({
  clock,
  dataDirectory,
}: Pick<DeskReceiverParts, 'clock' | 'dataDirectory'>): Promise<KeptCertificate> {
  return receiverCertificate(folderOf(dataDirectory), clock.now());
}

export function createDeskReceiver(parts: DeskReceiverParts): DeskReceiver {
  const { clock, log, store, vault } = parts;
  /** By connection. */
  const secrets = new Map<string, readonly string[]>();
  /** Connections whose secrets couldn't be read, and when that was tried last (monotonic). */
  const unread = new Map<string, number>();
  let running: { readonly receiver: Receiver; readonly received: ReceivedDeliveries } | null = null;
  let problem: string | null = null;
  let certificateFile: string | null = null;
  const inTurn = createTurns();
  let stopped = false;

  function settings(): Kept {
    const read = kept.safeParse(store.settings.get('webhook-receiver'));
    return read.data ?? { on: false, port: USUAL_PORT, publicAddress: null };
  }

  function addressFor(connectionId: string): string {
    const { port, publicAddress } = settings();
    const address = new URL(publicAddress ?? `https://127.0.0.1:${port}/webhooks`);
    // A proxy may need its query; a fragment is never sent.
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/${connectionId}`;
    address.hash = '';
    return address.href;
  }

  async function readSecrets(connectionId: string): Promise<void> {
    try {
      const text = await vault.get(nameOf(connectionId));
      secrets.set(connectionId, (text ?? '').split(' ').filter(isWebhookSecret));
      unread.delete(connectionId);
    } catch (failure) {
      unread.set(connectionId, clock.monotonic());
      log.warn('The signing secret of webhooks could not be read', { code: toCleartakeError(failure).code });
    }
  }

  /** What arrives meanwhile is refused, and its service sends it again. */
  function readAgain(connectionId: string): void {
    const tried = unread.get(connectionId);
    if (tried === undefined || clock.monotonic() - tried < READ_AGAIN_MS) return;
    unread.set(connectionId, clock.monotonic());
    void inTurn(async () => {
      if (unread.has(connectionId)) await readSecrets(connectionId);
    });
  }

  function sourceAt(asked: string) {
    const source = parts.connections().find((id) => new URL(addressFor(id)).pathname === asked);
    if (source === undefined) return null;
    readAgain(source);
    return { source, secrets: secrets.get(source) ?? [] };
  }

  async function listen(): Promise<void> {
    const { on, port, publicAddress } = settings();
    problem = null;
    if (!on || stopped) return;
    for (const id of parts.connections()) await readSecrets(id);
    let received: ReceivedDeliveries | null = null;
    try {
      const certificate = await deskCertificate(parts);
      certificateFile = publicAddress === null ? certificate.file : null;
      received = openReceived(path.join(folderOf(parts.dataDirectory), 'received.sqlite'));
      const onEvent = ({ projectId }: { readonly projectId: string | null }) => {
        if (projectId !== null) parts.hint(projectId);
      };
      const tls = publicAddress === null ? certificate : null;
      const receiver = await startReceiver({ clock, log, received, sourceAt, onEvent }, { port, tls });
      running = { receiver, received };
    } catch (failure) {
      received?.close();
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
      problem = code === 'EADDRINUSE' ? RECEIVER.portTaken(port) : RECEIVER.cannotListen;
      log.warn('The receiver of webhooks could not listen', { code });
    }
  }

  async function close(): Promise<void> {
    const before = running;
    running = null;
    certificateFile = null;
    await before?.receiver.close();
    before?.received.close();
  }

  return {
    addressFor,
    start: () => inTurn(listen),
    view: async () => ({
      ...settings(),
      problem,
      certificateFile,
      counted: running?.received.count() ?? 0,
      refused: running?.receiver.refusals.count ?? 0,
      sources: parts.connections().map((connectionId) => ({
        connectionId,
        address: addressFor(connectionId),
        isReady: (secrets.get(connectionId) ?? []).length > 0,
      })),
      arrived: (running?.received.newest(LISTED) ?? []).map(({ at, source, eventType, projectId, times }) => ({
        ...{ at, connectionId: source, eventType, projectId, times },
      })),
      refusals: [...(running?.receiver.refusals.newest() ?? [])],
    }),
    set: ({ on, port, publicAddress }) =>
      inTurn(async () => {
        const now = settings();
        store.settings.set('webhook-receiver', {
          on: on ?? now.on,
          port: port ?? now.port,
          publicAddress: publicAddress === undefined ? now.publicAddress : publicAddress,
        } satisfies Kept);
        await close();
        await listen();
      }),
    setSecrets: (connectionId, text, keep) =>
      inTurn(async () => {
        if (text === null) await vault.delete(nameOf(connectionId));
        else await vault.set(nameOf(connectionId), text, keep);
        secrets.set(connectionId, text === null ? [] : text.split(' '));
        unread.delete(connectionId);
      }),
    stop: async () => {
      stopped = true;
      await inTurn(close);
    },
  };
}

/** The name under which the vault keeps a connection's signing secrets. */
function nameOf(connectionId: string): string {
  return `webhook-${connectionId}`;
}
