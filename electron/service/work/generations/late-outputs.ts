/**
 * Outputs of short recordings that are made when somebody first asks for them: most are never asked for, and encoding all three takes as long
 * as restoring. The restoration is repeated; a medium with generations is never replaced, so it gives the same sound.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Generation, Output, Project } from '../../store/records.ts';
import type { ServiceStore } from '../../store/store.ts';
import type { EnginePool } from '../engine-pool.ts';
import { isDownloadType, type MadeType, restoreRequest, takeOutput } from './outputs.ts';
import type { OwnModels } from './own-models.ts';

/** Many times what a slow computer needs for a recording this short, in milliseconds. */
const LONGEST_MS = 120_000;

export interface LateOutputs {
  /**
   * The output of a complete generation. Concurrent calls for the same generation wait for each other.
   * @returns null when there is no such type, or the generation was deleted meanwhile
   * @throws CleartakeError as the engine's `restore`
   */
  of(generationId: string, downloadType: string): Promise<Output | null>;
}

export interface LateOutputParts {
  readonly store: Pick<ServiceStore, 'generations' | 'projects' | 'space'>;
  readonly storage: MediaStorage;
  readonly engines: EnginePool;
  readonly ownModels: OwnModels | null;
  /** The machine's own clock, which a rehearsal does not move. */
  readonly machineClock: Clock;
}

export function createLateOutputs({ store, storage, engines, machineClock, ownModels }: LateOutputParts): LateOutputs {
  /** One at a time: they share the computer with the queue. */
  const inTurn = createTurns();

  async function findOrMake(generationId: string, type: MadeType): Promise<Output | null> {
    const made = await store.generations.findOutput(generationId, type);
    if (made !== null) return made;
    const generation = await store.generations.findById(generationId);
    const project = generation === null ? null : await store.projects.findById(generation.projectId);
    return generation === null || project === null ? null : make(project, generation, type);
  }

  async function make(project: Project, generation: Generation, type: MadeType): Promise<Output | null> {
    const folder = await storage.openWorkFolder(generation);
    try {
      const output = await takeOutput(generation, folder, await restore(project, generation, folder, type));
      // The account's quota was asked when the generation completed: what is paid for is never refused.
      await store.space.add(project.projectId, output.bytes, null);
      return await keep(generation, output).catch(async (failure: unknown) => {
        await store.space.subtract(project.projectId, output.bytes);
        throw failure;
      });
    } finally {
      await storage.discardWork(generation).catch(() => undefined);
    }
  }

  async function keep(generation: Generation, output: Output): Promise<Output | null> {
    const place = await storage.publishMore(generation);
    const kept = { ...output, fileName: `${place}${output.fileName}` };
    return (await store.generations.addOutput(kept)) ? kept : null;
  }

  async function restore(project: Project, generation: Generation, folder: string, type: MadeType) {
    const lease = engines.take();
    try {
      const restoring = storage.withLocalMedium(project, (input) =>
        lease.engine.request('restore', restoreRequest(generation, input, folder, [type], ownModels)),
      );
      // An engine that hangs must not keep the others waiting for ever.
      const { outputs, residentBytes } = await withTimeout(machineClock, LONGEST_MS, restoring, () => {
        throw new CleartakeError('engineTimedOut');
      });
      lease.giveBack(residentBytes);
      const [written] = outputs;
      if (written === undefined) throw new TypeError('The engine wrote nothing');
      return written;
    } finally {
      await lease.end();
    }
  }

  return {
    of: async (generationId, downloadType) => {
      const made = await store.generations.findOutput(generationId, downloadType);
      if (made !== null || !isDownloadType(downloadType)) return made;
      return inTurn(() => findOrMake(generationId, downloadType));
    },
  };
}
