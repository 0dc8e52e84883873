/** What a start would cost: the price of its model times the length of its medium, which is found out once. */

import { CleartakeError, toCleartakeError } from '../../../shared/domain/errors.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { billableSeconds, MINIMUM_BILLABLE_SECONDS } from '../../../shared/domain/money.ts';
import type { EngineProgress, EngineRequests } from '../../../shared/engine-api/messages.ts';
import type { Clock } from '../../platform/clock.ts';
import { createHelperClient } from '../../platform/helper-client.ts';
import type { SpawnHelper } from '../../platform/helper-process.ts';
import type { Log } from '../../platform/log.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import type { Project } from '../store/records.ts';
import type { ProjectStore } from '../store/store.ts';
import type { Prices } from './meter.ts';
import { FREE_START, type StartQuote } from './quote.ts';

export interface StartQuotes {
  /** What a generation of the project's medium would cost. A medium that cannot be probed counts the minimum. */
  of(project: Project, model: ModelId): Promise<StartQuote>;
}

export interface StartQuoteParts {
  readonly projects: ProjectStore;
  readonly storage: MediaStorage;
  readonly spawn: SpawnHelper;
  /** The machine's own: what a probe may take does not depend on what time the service has. */
  readonly machineClock: Clock;
  readonly log: Log;
  readonly prices: Prices;
}

/** A probe reads headers; one that takes longer hangs. */
const PROBE_MS = 30_000;

export function createStartQuotes(parts: StartQuoteParts): StartQuotes {
  const { projects, log, prices } = parts;
  const probing = new Map<string, Promise<number | null>>();
  // One after the other: many starts at once make no crowd of processes.
  let last: Promise<unknown> = Promise.resolve();

  /** Starts of the same medium at the same time share its probe. */
  function durationOf(project: Project, uploadedAt: number): Promise<number | null> {
    const medium = `${project.projectId} ${uploadedAt}`;
    const underWay = probing.get(medium);
    if (underWay !== undefined) return underWay;
    const probe = last
      .then(() => find(project, uploadedAt))
      .catch((failure: unknown) => {
        const { code } = toCleartakeError(failure);
        log.warn('A medium could not be probed', { projectId: project.projectId, code });
        return null;
      })
      .finally(() => probing.delete(medium));
    last = probe;
    probing.set(medium, probe);
    return probe;
  }

  async function find(project: Project, uploadedAt: number): Promise<number> {
    const seconds = await probeDuration(parts, project);
    await projects.setDuration(project.projectId, uploadedAt, seconds);
    return seconds;
  }

  return {
    of: async (project, model) => {
      const pricePerSecond = prices[model];
      if (pricePerSecond === 0) return FREE_START;
      const { uploadedAt } = project;
      if (project.status !== 'uploaded' || uploadedAt === null) {
        // The start is refused, also when the upload ends before it is: no medium was uploaded then.
        return { billableSeconds: MINIMUM_BILLABLE_SECONDS, pricePerSecond, uploadedAt: uploadedAt ?? 0 };
      }
      const seconds = project.durationSeconds ?? (await durationOf(project, uploadedAt)) ?? 0;
      return { billableSeconds: billableSeconds(seconds), pricePerSecond, uploadedAt };
    },
  };
}

/** @throws CleartakeError as the engine reported it; `engineTimedOut`, `engineCrashed` */
async function probeDuration({ storage, spawn, machineClock }: StartQuoteParts, project: Project): Promise<number> {
  const engine = createHelperClient<EngineRequests, EngineProgress>(spawn('engine', {}));
  const over = new AbortController();
  try {
    const tooLong = machineClock.sleep(PROBE_MS, over.signal).then(() => {
      throw new CleartakeError('engineTimedOut');
    });
    tooLong.catch(() => undefined);
    const { durationSeconds } = await Promise.race([
      storage.withLocalMedium(project, (file) => engine.request('probe', { path: file })),
      tooLong,
    ]);
    if (durationSeconds === null || !Number.isFinite(durationSeconds) || durationSeconds < 0) {
      throw new CleartakeError('mediaDamaged', { detail: 'its header tells no length' });
    }
    return durationSeconds;
  } finally {
    over.abort();
    await engine.stop();
  }
}
