/**
 * One run of the program: a real desk over virtual ports. When it dies, the store's file is kept as it is at that moment, and nothing
 * that is still under way reaches the world anymore.
 */

import { cpSync, renameSync, rmSync } from 'node:fs';
import { createDesk } from '../../../electron/core/desk.ts';
import type { DeskPorts, DeskSettings, Watching } from '../../../electron/core/ports.ts';
import type { Vault } from '../../../electron/core/vault/vault.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { answeringFiles, createAsker } from '../../../electron/platform/files/answering.ts';
import { isErrno } from '../../../electron/platform/files/file-errors.ts';
import type { Files } from '../../../electron/platform/files/files.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { QueueEvent } from '../../../shared/contract/views.ts';
import type { Troubles } from '../disk-trouble/troubled-files.ts';
import type { Draw } from './draw.ts';
import type { VirtualDisk } from './virtual-disk.ts';
import { createVirtualEngine } from './virtual-engine.ts';
import { createVirtualNetwork, type NetworkParts } from './virtual-network.ts';

/** When a desk is to die: after so many steps of its ports, or at a checkpoint of its work. */
export type Doom = { readonly steps: number } | { readonly checkpoint: string };

export interface LifeParts extends NetworkParts {
  readonly disk: VirtualDisk;
  readonly vault: Vault;
  readonly settings: DeskSettings;
  /** Folders that are in trouble; none can be without it. */
  readonly troubles?: Troubles;
  readonly engineTrouble: () => number;
  /** Told of each checkpoint as it is passed. */
  readonly passed: (checkpoint: string) => void;
  /** Told of what the desk itself calls an error. */
  readonly alarmed: (message: string) => void;
}

export interface Life {
  readonly client: DeskClient;
  readonly events: readonly QueueEvent[];
  readonly isAlive: boolean;
  doom(doom: Doom | null): void;
  /** Dies at once. What was not flushed is lost where the power goes with it. */
  die(): void;
  /** After its death or close: the store's file is as it was then. */
  bury(): Promise<void>;
  /** Ends in order. */
  close(): Promise<void>;
}

/** @param number of this life, from 1: two that begin at the same moment draw other ids all the same */
export function openLife(parts: LifeParts, number: number): Life {
  const { clock, disk, settings } = parts;
  const draw = parts.draw.branch(`life ${number}`);
  const death = new Error('The desk is dead');
  const lane = clock.lane();
  const kept = `${settings.dataDirectory}-kept`;
  const events: QueueEvent[] = [];
  const watching = new AbortController();
  let isAlive = true;
  let fate: Doom | null = null;
  let stepsLeft = 0;

  function die(): void {
    if (!isAlive) return;
    isAlive = false;
    cpSync(settings.dataDirectory, kept, { recursive: true, filter: (file) => !file.endsWith('-shm') });
    if (draw.chance(0.5)) disk.powerCut(draw);
    lane.end(death);
  }

  async function moment(): Promise<void> {
    if (!isAlive) throw death;
    if (fate !== null && 'steps' in fate && --stepsLeft <= 0) {
      die();
      throw death;
    }
    if (draw.chance(0.03)) await lane.sleep(draw.whole(1, 40));
  }

  const raw = parts.troubles?.around(disk.port(moment), lane) ?? disk.port(moment);
  const files = parts.troubles === undefined ? raw : answeringFiles(raw, createAsker(lane));
  const ports: DeskPorts = {
    clock: lane,
    files,
    network: createVirtualNetwork(parts, lane, moment),
    random: () => draw.fraction(),
    newId: () => uuid(draw),
    newSecret: (bytes) => draw.hex(bytes),
    spawn: createVirtualEngine({ draw: draw.branch('engine'), disk: raw, lane, trouble: parts.engineTrouble }),
    vault: parts.vault,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message, fields) => {
        // A start that is on its way when the desk closes ends without a store to tell: its intent is on record.
        if (isAlive && !watching.signal.aborted) parts.alarmed(`${message} ${JSON.stringify(fields)}`);
      },
    },
    pass(point) {
      if (!isAlive) throw death;
      parts.passed(point);
      if (fate === null || !('checkpoint' in fate) || fate.checkpoint !== point) return;
      die();
      throw death;
    },
  };

  const desk = createDesk(parts.troubles === undefined ? ports : { ...ports, watching: watchingBy(files) }, settings);
  const client = createDeskClient(desk.router);
  void listen();

  async function listen(): Promise<void> {
    for await (const event of await client.queue.watch(undefined, { signal: watching.signal })) events.push(event);
  }

  async function close(): Promise<void> {
    watching.abort();
    await desk.close();
    lane.end(death);
  }

  return {
    client,
    events,
    get isAlive() {
      return isAlive;
    },
    doom(doom) {
      fate = doom;
      if (doom !== null && 'steps' in doom) stepsLeft = doom.steps;
    },
    die,
    async bury() {
      await close();
      rmSync(settings.dataDirectory, { recursive: true });
      renameSync(kept, settings.dataDirectory);
    },
    close,
  };
}

/** Folders of the virtual disk, of which nobody tells changes. */
function watchingBy(files: Files): Watching {
  return {
    tree: () => ({ close: async () => undefined }),
    openForWriting: async () => new Set(),
    async identify(folder) {
      try {
        await files.list(folder);
        return { id: folder, isMounted: false };
      } catch (failure) {
        if (isErrno(failure, 'EIO', 'ESTALE')) return null;
        throw failure;
      }
    },
    times: { stableMs: 3000, presenceMs: 5000, lookMs: 60_000 },
  };
}

function uuid(draw: Draw): string {
  const text = draw.hex(16);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20)}`;
}
