/** What happens with the finished files of a watch folder of Settings now, or why nothing does. */

import { presetOf } from '../../../shared/domain/batch/presets.ts';
import type { Message } from '../../../shared/domain/error-messages/message.ts';
import { isMetered } from '../queue/money/meter.ts';
import { batchOf, readDefinitions, type WatchSurroundings } from './definitions.ts';
import type { WatchWork } from './files/take-files.ts';
import { isDoubted } from './marks.ts';
import { WATCH } from './strings.ts';

/** `off`: the person turned the folder off, or doesn't watch it anymore. A message: what has to be done first. */
export type WorkNow = WatchWork | 'off' | Message;

export function workOf({ connections, presets, store }: WatchSurroundings, folder: string): WorkNow {
  const definition = readDefinitions(store).find((one) => one.path === folder);
  if (definition === undefined || !definition.enabled) return 'off';
  const preset = presets.view().presets.find(({ id }) => id === definition.presetId);
  if (preset === undefined) return WATCH.presetGone;
  const { name, settings } = preset;
  const connection = connections.list().find(({ id }) => id === definition.connectionId);
  if (connection === undefined) return WATCH.connectionGone;
  if (isDoubted(store, folder, connection.id)) return WATCH.doubtful;
  const cap = store.batches.get(batchOf(folder))?.maxCost ?? null;
  if (cap === null && isMetered(connection, settings.models)) return WATCH.needsCap;
  return {
    preset: { ...presetOf(settings), output: definition.output ?? settings.output },
    presetName: name,
    connectionId: connection.id,
  };
}

export function isWork(work: WorkNow): work is WatchWork {
  return work !== 'off' && 'preset' in work;
}

/** Every place that results may go to: those of other folders may be inside this one. */
export function outputPlaces({ presets, store }: WatchSurroundings, work: WorkNow): string[] {
  const mine = isWork(work) ? [work.preset.output] : [];
  const others = readDefinitions(store).flatMap(({ output }) => output ?? []);
  const ofPresets = presets.view().presets.map(({ settings }) => settings.output);
  return [...mine, ...others, ...ofPresets].flatMap((place) => (place.kind === 'folder' ? [place.path] : []));
}
