/** Opens the wing of listening: takes, previews and parts, and a second engine that plays while the first one scans. */

import type { ChannelNote } from '../../../../shared/domain/quality/channel-notes.ts';
import type { EngineRequests } from '../../../../shared/engine-api/messages.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { createLibraryEngine } from '../../engine/library-engine.ts';
import { createLags } from '../../library/export/lags.ts';
import { createLimitedPreviews } from '../../library/export/limited-previews.ts';
import { createParts } from '../../library/export/parts.ts';
import { createPreviews } from '../../library/export/previews.ts';
import { createSaver } from '../../library/export/saving.ts';
import { createClippedPlaces } from '../../library/sources/clipped-places.ts';
import { cleanListeningCopies, createListeningCopies } from '../../library/sources/listening-copies.ts';
import { createTableFiles } from '../../library/table-files.ts';
import { generationOf, resultOf } from '../../library/take-ids.ts';
import { exportingHandlers } from './exporting.ts';
import { keepingHandlers } from './keeping.ts';
import { listeningHandlers } from './listening.ts';
import { lagOf, locatePreview, locateTake } from './locate-take.ts';
import { partHandlers } from './parts.ts';
import { saveAsHandlers } from './save-as.ts';
import { sourcesHandlers } from './sources.ts';
import { verdictsHandlers } from './verdicts.ts';
import { createWaveforms } from './waveforms.ts';

export function openListenWing({ engine, paths, ports, queue, settings, store }: Ground) {
  const { aligns, check, publisher, views } = queue;
  const { touch } = publisher;
  const saver = createSaver({ ...ports, aligns, engine, store }, paths);
  const parts = createParts({ ...ports, engine }, paths);
  const previews = createPreviews({ ...ports, engine, store });
  const limitedPreviews = createLimitedPreviews({ ...ports, engine, store }, paths);
  const lags = createLags({ ...ports, engine });
  const clippedPlaces = createClippedPlaces({ ...ports, engine, paths, store });
  const player = createLibraryEngine(ports);
  const noteSketched = (jobId: string, sketched: readonly ChannelNote[]): void => {
    queue.context.runs.jobs.change(jobId, { sketched });
    touch(jobId);
  };
  const copies = createListeningCopies({ ...ports, engine, paths, store });
  // A terminal ends with its work: the next desk makes the copies.
  if (settings.host !== 'cli') {
    cleanListeningCopies(paths.listening).then(copies.settingChanged, () => undefined);
    queue.onChange(copies.wake);
  }
  return {
    handlers: (checks: PathChecks) => ({
      listening: {
        ...listeningHandlers({
          ...ports,
          ...{ clippedPlaces, engine, lags, noteSketched, paths, player, store, touch, views },
        }),
        ...partHandlers({ ...ports, parts, paths, store }),
        ...exportingHandlers({ ...ports, limitedPreviews, previews, saver }),
      },
      outputs: saveAsHandlers({ ...ports, aligns, check, engine, parts, paths, store, touch }, checks),
      verdicts: {
        ...verdictsHandlers({ ...ports, paths, touch }, store),
        ...keepingHandlers({ ...ports, check, engine, paths, store, touch }),
      },
      sources: sourcesHandlers(ports, store, queue, checks),
    }),
    stop: async () => {
      try {
        await copies.stop();
      } finally {
        await player.stop();
      }
    },
    copiesChanged: copies.settingChanged,
    tableFiles: createTableFiles({ ...ports, parts }),
    forHost: {
      fileOfResult: (takeId: string) => {
        const id = resultOf(takeId);
        return id === null ? null : saver.ready(id);
      },
      savedFile: async (takeId: string) => parts.file(takeId) ?? (await saver.save(generationOf(takeId)).file),
      locateTake: (take: string) => locatePreview(limitedPreviews.file(take)) ?? locateTake(store, paths, take),
      waveform: createWaveforms({ engine, lags, ports, store, paths }),
      lag: async (take: string) => (await lagOf(lags, locateTake(store, paths, take))).lag ?? 0,
      pcm: async (params: EngineRequests['pcm']['params']) => (await player.request('pcm', params)).samples,
      tile: async (params: EngineRequests['tile']['params']) => (await player.request('tile', params)).levels,
      loudness: async (params: EngineRequests['loudness']['params']) =>
        (await engine.request('loudness', params)).loudness,
    },
  };
}
