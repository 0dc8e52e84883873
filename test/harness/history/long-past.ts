/** A long past in a store, written through the store's own tables: projects, two generations each, six ledger rows each. */

import { openStore, type Store } from '../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { MIGRATIONS } from '../store/released-store.ts';

const WORDS = [
  'Sommerfolge',
  'Köln',
  'Interview',
  'Hafen',
  'Museum',
  'Teaser',
  'Intro',
  'Guest',
  'Raw',
  'Cathedral',
  'Week',
];
const NOTES = ['Tram at 31:07 is still audible.', 'Guest wants a copy.', 'Room tone at the end.'];
const TAGS = ['summer', 'street', 'send to guest', 'Zürich', 'archive'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** From one batch to the next. */
const BETWEEN = 17 * HOUR;
const CHUNK = 500;
/** Recordings of a batch; of a folder. */
const TOGETHER = 40;
const IN_FOLDER = 500;

/** The last batch is added at `until`, in milliseconds since the epoch; others at intervals before, 100,000 recordings over five years. */
export function writeLongPast(database: string, projects: number, until: number): void {
  const store = openStore(database, MIGRATIONS, nodeFiles);
  try {
    for (const id of ['built-in', 'studio', 'cloud']) {
      const prices = { 'service-2': 500, 'service-3.5': 1500 };
      const connection = { id, kind: 'remote', name: `Service ${id}`, headerStyle: 'bearer', createdAt: 0 } as const;
      store.connections.insert({ ...connection, paths: {} as never, prices });
    }
    for (let first = 0; first < projects; first += CHUNK) {
      store.progress(() => {
        for (let n = first; n < Math.min(projects, first + CHUNK); n++) writeProject(store, n, projects, until);
      });
    }
    store.emptyLog();
  } finally {
    store.close();
  }
}

function writeProject(store: Store, n: number, projects: number, until: number): void {
  const id = `job-${String(n).padStart(7, '0')}`;
  const batchId = `batch-${Math.floor(n / TOGETHER)}`;
  const at = until - Math.floor((projects - 1 - n) / TOGETHER) * BETWEEN + (n % TOGETHER) * MINUTE;
  if (n % TOGETHER === 0) store.batches.insert({ id: batchId, createdAt: at });
  const name = `Episode ${n} ${WORDS[n % WORDS.length]} ${WORDS[(n * 7) % 10]}.wav`;
  const path = `/Podcasts/Show ${Math.floor(n / IN_FOLDER)}/${name}`;
  const file = { path, realPath: path, name, folder: '', origin: 'path', bytes: 1_000_000, modifiedAt: at } as const;
  const seconds = 30 + ((n * 37) % 5400);
  store.recordings.insert({
    ...file,
    id,
    addedAt: at,
    durationSeconds: seconds,
    frames: seconds * 48_000,
    sampleRate: 48_000,
  });
  const state = stateOf(n);
  store.jobs.insert({
    ...{ id, batchId, recordingId: id, connectionId: ['built-in', 'studio', 'cloud'][n % 3] ?? 'studio' },
    ...{ preset: DEFAULT_BATCH_PRESET, state, stateKind: state.kind, projectId: `project-${n}`, position: n * 1024 },
    ...{ admittedAt: at, createdAt: at, finishedAt: at + 600_000, removedAt: at + HOUR },
  });
  store.events.append({ at, jobId: id, event: 'finish', from: 'exporting', to: state.kind, detail: null });
  for (const model of MODEL_IDS) writeGeneration(store, { jobId: id, model, at, seconds, n });
  if (n % 17 === 0) {
    const tags = [TAGS[n % TAGS.length] ?? '', TAGS[(n + 2) % TAGS.length] ?? ''];
    store.verdicts.setNote({ jobId: id, note: NOTES[n % NOTES.length] ?? '', tags, changedAt: at });
  }
  if (n % 5 === 0) {
    const kind = n % 15 === 0 ? 'reject' : 'keep';
    store.verdicts.give({ jobId: id, kind, take: `result:${id}-service-3.5`, over: null, listener: '', at });
  }
}

function stateOf(n: number): JobState {
  if (n % 50 === 0) {
    return { kind: 'failed', error: toErrorRecord(new CleartakeError('mediaSilent')), retryFrom: 'preparing' };
  }
  return n % 31 === 0 ? { kind: 'cancelled', from: 'queued' } : { kind: 'done' };
}

interface Past {
  readonly jobId: string;
  readonly model: ModelId;
  readonly at: number;
  readonly seconds: number;
  readonly n: number;
}

function writeGeneration(store: Store, { jobId, model, at, seconds, n }: Past): void {
  const id = `${jobId}-${model}`;
  const amount = Math.max(60, seconds) * (model === 'service-2' ? 500 : 1500);
  store.generations.insert({
    ...{
      id,
      jobId,
      model,
      connectionId: ['built-in', 'studio', 'cloud'][n % 3] ?? 'studio',
      projectId: `project-${n}`,
    },
    ...{ state: { kind: 'stored', remoteId: `remote-${id}` } as never, stateKind: 'stored', remoteId: `remote-${id}` },
    ...{ billableSeconds: Math.max(60, seconds), amount, chargedAt: at, createdAt: at },
  });
  const attemptId = `attempt-${id}`;
  store.generations.insertAttempt({ id: attemptId, generationId: id, parameterHash: '', baseline: [], intentAt: at });
  for (const kind of ['hold', 'charge', 'release'] as const) {
    store.ledger.append({ at, generationId: id, attemptId, kind, seconds: Math.max(60, seconds), amount });
  }
}
