/** Opens the wing of Settings: preferences, updates, diagnostics, and what the system can do. */

import type { SavedText } from '../../../../shared/contract/system.ts';
import type { BatchNotice } from '../../../../shared/domain/batch/batch-notice.ts';
import type { UpdateState } from '../../../../shared/domain/updates.ts';
import type { Ground } from '../../calls/ground.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import { samplePaths } from '../../library/import/find-recordings.ts';
import { originalOf } from '../../library/originals.ts';
import { rememberedPreset } from '../../library/presets/chosen-preset.ts';
import type { Presets } from '../../library/presets/presets.ts';
import type { DeskPorts, DeskSettings } from '../../ports.ts';
import type { Queue } from '../../queue/open-queue.ts';
import type { Store } from '../../store/open-store.ts';
import { changePreferences, dismissNotice, readNotices, readPreferences } from '../../store/tables/preferences.ts';
import { diagnosticsName, makeDiagnostics } from './diagnostics.ts';
import { networkHandlers, requireCertificateFile } from './network.ts';
import { createUpdateWatch, type UpdateWatch } from './update-watch.ts';

const NO_FACTS = { home: '', user: '', computer: '' };

/** @param copiesChanged called when the preference for listening copies changed */
export function openSettingsWing({ ports, presets, queue, settings, store }: Ground, copiesChanged: () => void) {
  const shown: ShownDiagnostics = { file: null };
  const updates = createUpdateWatch(ports, {
    isOn: () => readPreferences(store).lookForUpdates,
    isWorking: queue.isWorking,
  });
  return {
    handlers: (checks: PathChecks) => ({
      system: systemHandlers({ checks, copiesChanged, ports, presets, queue, settings, shown, store, updates }),
      updates: updatesHandlers(updates),
    }),
    stop: updates.stop,
    forHost: { diagnosticsFile: () => shown.file },
  };
}

function updatesHandlers(updates: Omit<UpdateWatch, 'settingChanged' | 'stop'>) {
  return {
    watch: os.updates.watch.handler(({ signal }) =>
      streamEvents<{ state: UpdateState }>(
        (listener) => updates.onChange((state) => listener({ state })),
        () => ({ state: updates.state() }),
        signal,
      ),
    ),
    check: os.updates.check.handler(() => updates.check()),
    download: os.updates.download.handler(() => updates.download()),
    restart: os.updates.restart.handler(() => updates.restart()),
  };
}

/** What was shown last is what is saved, byte for byte. */
interface ShownDiagnostics {
  file: SavedText | null;
}

interface SystemParts {
  readonly checks: Pick<PathChecks, 'requireArchive' | 'requireOutput'>;
  readonly ports: Pick<DeskPorts, 'afterRecording' | 'clock' | 'egress' | 'facts' | 'reveal' | 'vault' | 'whenEnded'>;
  readonly presets: Pick<Presets, 'edit'>;
  readonly queue: Pick<Queue, 'batchNotices' | 'limitsChanged'>;
  readonly settings: DeskSettings;
  readonly shown: ShownDiagnostics;
  readonly store: Store;
  readonly updates: Pick<UpdateWatch, 'settingChanged'>;
  /** Listening copies are made from now on, or no more. */
  readonly copiesChanged: () => void;
}

function systemHandlers({
  checks,
  copiesChanged,
  ports,
  presets,
  queue,
  settings,
  shown,
  store,
  updates,
}: SystemParts) {
  const { clock, facts, reveal, vault, whenEnded } = ports;
  const { batchNotices, limitsChanged } = queue;
  const { requireArchive, requireOutput } = checks;
  const { system } = os;
  return {
    info: system.info.handler(async () => ({
      version: settings.version,
      host: settings.host,
      platform: settings.platform,
      dataDirectory: settings.dataDirectory,
      filesHavePaths: settings.filesHavePaths,
      samples: (await samplePaths(settings.samplesDirectory)).length,
      endScript: whenEnded?.script ?? null,
      afterProgram: ports.afterRecording?.program ?? null,
    })),
    preset: system.preset.handler(() => rememberedPreset(store)),
    setPreset: system.setPreset.handler(({ input }) => {
      requireOutput(input);
      presets.edit(input);
    }),
    preferences: system.preferences.handler(() => readPreferences(store)),
    setPreferences: system.setPreferences.handler(({ input }) => {
      const { certificateFile = '' } = input;
      if (certificateFile !== '' && certificateFile !== readPreferences(store).certificateFile) {
        requireArchive(certificateFile);
        requireCertificateFile(certificateFile, clock.now());
      }
      const { putAwayFolder = '' } = input;
      if (putAwayFolder !== '' && putAwayFolder !== readPreferences(store).putAwayFolder)
        requireOutput({ output: { kind: 'folder', path: putAwayFolder } });
      const changed = changePreferences(store, input);
      if (input.proxy !== undefined || input.proxyUser !== undefined) ports.egress?.refused.clear();
      if (input.concurrency !== undefined) limitsChanged();
      if (input.keepsListeningCopies !== undefined) copiesChanged();
      if (input.lookForUpdates !== undefined) updates.settingChanged();
      return changed;
    }),
    ...networkHandlers(ports, store),
    diagnostics: system.diagnostics.handler(async ({ input: { names } }) => {
      const now = clock.now();
      const text = await makeDiagnostics({ settings, facts: facts?.() ?? NO_FACTS, store, vault, now, names });
      shown.file = { fileName: diagnosticsName(now), text };
      return shown.file;
    }),
    showDataFolder: system.showDataFolder.handler(() => {
      reveal?.(settings.dataDirectory);
      return { shown: reveal !== undefined };
    }),
    notices: system.notices.handler(() => [...readNotices(store)]),
    dismissNotice: system.dismissNotice.handler(({ input }) => dismissNotice(store, input.id)),
    watchBatches: system.watchBatches.handler(({ signal }) =>
      streamEvents<{ notice: BatchNotice | null }>(
        (listener) => batchNotices.add((notice) => listener({ notice })),
        () => ({ notice: null }),
        signal,
      ),
    ),
    reveal: system.reveal.handler(({ input }) => {
      const job = store.jobs.find(input.jobId);
      if (job === undefined || reveal === undefined) return { shown: false };
      const exported = input.generationId === undefined ? undefined : store.results.get(input.generationId);
      const recording = store.recordings.get(job.recordingId);
      const second = input.slot === 'also' ? exported?.alsoPath : null;
      const target = second ?? exported?.exportedPath ?? exported?.path ?? originalOf(recording).path;
      reveal(target);
      return { shown: true };
    }),
  };
}
