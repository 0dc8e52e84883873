/** The scripted service as the damage trials use it: until it is told to be kind, a recording's name says how it is treated. */

import {
  type ScriptedGeneration,
  type ScriptedProject,
  type ScriptedService,
  startScriptedService,
} from '../remote/scripted-service.ts';
import type { FaultOf } from '../remote/start-faults.ts';

/** Everything that the service remembers. */
export interface ServiceBooks {
  readonly projects: readonly ScriptedProject[];
  readonly generations: readonly ScriptedGeneration[];
}

export interface MoodyService extends ScriptedService {
  books(): ServiceBooks;
  /** Puts the service back to what it knew then; from now on all goes well. */
  putBackKindly(books: ServiceBooks): void;
}

const FAULTS: Readonly<Record<string, ReturnType<FaultOf>>> = {
  never: { kind: 'drop-before' },
  busy: { kind: 'answer', status: 429, body: { error: 'busy' }, headers: { 'retry-after': '1' } },
  lost: { kind: 'drop-after' },
  silent: { kind: 'silence-after' },
  fails: { kind: 'fails' },
};

export async function startMoodyService(): Promise<MoodyService> {
  let isKind = false;
  const moodOf = (recording = '') => (isKind ? '' : (recording.split('-')[0] ?? ''));
  const service = await startScriptedService({
    faultOf: ({ recording }) => FAULTS[moodOf(recording)] ?? null,
    statusOf(generation) {
      if (generation.fails) return 'failed';
      return moodOf(service.projectOf(generation)?.recording) === 'slow' ? 'processing' : 'complete';
    },
    resultOf: (generationId) => `result of ${generationId}`,
  });
  service.override('/v1/get_generation_download', ({ apiProjectId }) => {
    const project = service.projects.find((one) => one.apiProjectId === apiProjectId);
    return moodOf(project?.recording) === 'stuck' ? { status: 500, body: { error: 'storage is away' } } : null;
  });
  return {
    ...service,
    books: () => structuredClone({ projects: service.projects, generations: service.generations }),
    putBackKindly(books) {
      const { projects, generations } = structuredClone(books);
      service.projects.splice(0, service.projects.length, ...projects);
      service.generations.splice(0, service.generations.length, ...generations);
      isKind = true;
    },
  };
}
