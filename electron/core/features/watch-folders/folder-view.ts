/** A watch folder as the desk shows it: what it does now, what waits, and what happened last. */

import path from 'node:path';
import type { WatchFolderView } from '../../../../shared/contract/watch-folders.ts';
import { messageOf } from '../../../../shared/domain/errors.ts';
import { startOfDay } from '../../../platform/time/calendar.ts';
import { isMetered } from '../../queue/money/meter.ts';
import type { Store } from '../../store/open-store.ts';
import { batchOf, type WatchDefinition, type WatchSurroundings } from './definitions.ts';
import type { WatchedFolder } from './watched-folder.ts';

/** @param watched null while the folder isn't watched by this program */
export function folderView(
  { connections, presets, store }: WatchSurroundings,
  definition: WatchDefinition,
  watched: WatchedFolder | null,
  now: number,
): WatchFolderView {
  const batchId = batchOf(definition.path);
  const today = startOfDay(now);
  const preset = presets.view().presets.find(({ id }) => id === definition.presetId);
  const connection = connections.list().find(({ id }) => id === definition.connectionId);
  const spent = store.ledger.ofBatch(batchId, today);
  const { open, restored } = store.watchedFiles.counts(batchId, today);
  return {
    path: definition.path,
    presetId: definition.presetId,
    preset: preset?.name ?? null,
    connectionId: definition.connectionId,
    connection: connection?.name ?? null,
    isFree: connection !== undefined && !isMetered(connection, preset?.settings.models),
    capPerDay: store.batches.get(batchId)?.maxCost ?? null,
    spentToday: spent.charged + spent.held,
    output: definition.output,
    enabled: definition.enabled,
    state: watched?.state ?? { kind: 'watching' },
    pending: watched?.pending ?? 0,
    open,
    waiting: waitingOf(store, batchId),
    restoredToday: restored,
    last: lastOf(store, definition.path, batchId),
  };
}

/** The most frequent reason stands for all. */
function waitingOf({ watchedFiles }: Store, batchId: string): WatchFolderView['waiting'] {
  const waits = watchedFiles.waits(batchId);
  const [most] = waits;
  if (most === undefined) return null;
  return { count: waits.reduce((sum, { count }) => sum + count, 0), reason: { ...messageOf(most.reason) } };
}

function lastOf({ watchedFiles }: Store, folder: string, batchId: string): WatchFolderView['last'] {
  const ended = watchedFiles.lastEnded(batchId);
  const again = watchedFiles.lastSameContent(folder);
  if (again !== undefined && again.seenAt >= (ended?.at ?? 0))
    return { name: path.posix.basename(again.path), kind: 'done-before', at: again.seenAt };
  if (ended === undefined) return null;
  return { name: ended.name, kind: ended.kind === 'done' ? 'restored' : 'failed', at: ended.at };
}
