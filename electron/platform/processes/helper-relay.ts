/**
 * Lets a helper start helpers of its own through its parent. Only Electron's main process can fork a utilityProcess, so the service asks
 * its host for each engine; Node hosts work the same way. Only small messages pass here, never media.
 */

import { z } from 'zod';
import { createListeners, type Dispose } from '../disposal.ts';
import {
  createProcessEnd,
  HELPER_ENTRIES,
  type HelperEntry,
  type HelperProcess,
  type ParentPort,
  type SpawnHelper,
} from './helper-process.ts';

const child = z.int().positive();

/** What a helper asks of its parent. */
const relayUpSchema = z.discriminatedUnion('relay', [
  z.object({
    relay: z.literal('spawn'),
    child,
    entry: z.enum(HELPER_ENTRIES),
    environment: z.record(z.string(), z.string()),
  }),
  z.object({ relay: z.literal('send'), child, message: z.unknown() }),
  z.object({ relay: z.literal('stop'), child }),
]);

type RelayUp = z.infer<typeof relayUpSchema>;

type RelayDown =
  | { readonly relay: 'message'; readonly child: number; readonly message: unknown }
  | { readonly relay: 'exit'; readonly child: number; readonly code: number | null };

/** Whether a message belongs to the relay rather than to the helper's own protocol. */
export function isRelayMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'relay' in message;
}

/**
 * In the parent: starts the helpers that `helper` asks for, `allowed` ones only, and stops them all when `helper` ends. A helper that asks
 * for what it may not ask is ended.
 */
export function hostRelay(helper: HelperProcess, spawn: SpawnHelper, allowed: readonly HelperEntry[]): void {
  const children = new Map<number, HelperProcess>();
  let gone = false;
  helper.onMessage((raw) => {
    if (gone || !isRelayMessage(raw)) return;
    const asked = relayUpSchema.safeParse(raw);
    if (!asked.success) {
      void helper.stop();
      return;
    }
    const message = asked.data;
    if (message.relay === 'send') children.get(message.child)?.send(message.message);
    else if (message.relay === 'stop') void children.get(message.child)?.stop();
    else start(message.child, message.entry, message.environment);
  });
  helper.onExit(() => {
    gone = true;
    for (const child of children.values()) void child.stop();
  });

  function start(id: number, entry: HelperEntry, environment: Record<string, string>): void {
    if (gone || !allowed.includes(entry)) {
      helper.send({ relay: 'exit', child: id, code: 1 } satisfies RelayDown);
      return;
    }
    const child = spawn(entry, environment);
    children.set(id, child);
    child.onMessage((message) => helper.send({ relay: 'message', child: id, message } satisfies RelayDown));
    child.onExit((code) => {
      children.delete(id);
      helper.send({ relay: 'exit', child: id, code } satisfies RelayDown);
    });
  }
}

/** In the helper: a SpawnHelper whose processes the parent starts. */
export function relayedSpawn(port: ParentPort): SpawnHelper {
  let lastChild = 0;
  return (entry, environment) => {
    const child = ++lastChild;
    const messages = createListeners<unknown>();
    const end = createProcessEnd();
    const stopListening: Dispose = port.onMessage((raw) => {
      if (!isRelayMessage(raw)) return;
      const message = raw as RelayDown;
      if (message.child !== child) return;
      if (message.relay === 'message') messages.notify(message.message);
      else {
        void stopListening();
        end.report(message.code);
      }
    });
    port.send({ relay: 'spawn', child, entry, environment: { ...environment } } satisfies RelayUp);
    return {
      send: (message) => port.send({ relay: 'send', child, message } satisfies RelayUp),
      onMessage: (listener) => messages.add(listener),
      onExit: end.onExit,
      stop: async () => {
        if (end.hasCome()) return;
        port.send({ relay: 'stop', child } satisfies RelayUp);
        await end.come;
      },
    };
  };
}
