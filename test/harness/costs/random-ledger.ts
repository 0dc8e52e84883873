/** A store with random work in it: holds, charges, releases, refunds, results from history, prices that change, recordings that move. */

import { originalOf } from '../../../electron/core/library/originals.ts';
import type { Store } from '../../../electron/core/store/open-store.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { MODEL_IDS, type ModelId, priceOf } from '../../../shared/domain/models.ts';
import { type MicroUsd, quoteGeneration } from '../../../shared/domain/money.ts';
import type { MadeFrom } from '../../../shared/domain/tracks/made-from.ts';
import { createDraw } from '../simulation/draw.ts';

/** What was written, kept apart from the store. */
export interface Written {
  readonly at: number;
  readonly kind: 'hold' | 'charge' | 'release' | 'refund' | 'reuse';
  readonly connection: string;
  readonly batch: string;
  readonly show: string;
  readonly model: ModelId;
  readonly seconds: number;
  readonly amount: MicroUsd | null;
  /** What the minimum added. */
  readonly added: MicroUsd;
}

export interface RandomLedger {
  readonly store: Store;
  readonly draw: (end: number) => number;
  readonly written: Written[];
  /** Milliseconds since the epoch; work moves it on. */
  now: number;
  made: number;
}

const FOLDERS = ['/shows/harbour/', '/shows/open line/', 'C:\\shows\\tapes\\', ''];
const CONNECTIONS = ['studio', 'vendor', 'free'];

/** @param seed the same one writes the same */
export function startLedger(store: Store, seed: number): RandomLedger {
  const stream = createDraw(seed);
  const facts = { kind: 'remote', headerStyle: 'bearer', paths: {} as never, createdAt: 0 } as const;
  for (const id of CONNECTIONS) {
    const price = id === 'free' ? 0 : 500;
    store.connections.insert({ ...facts, id, name: id, prices: { 'service-2': price, 'service-3.5': price * 3 } });
  }
  const draw = (end: number) => stream.whole(0, end - 1);
  return { store, draw, written: [], now: Date.UTC(2026, 0, 1), made: 0 };
}

/** One recording's work: its job, a generation for each of some models, and what became of them. */
export function addWork(ledger: RandomLedger): void {
  const { draw, store } = ledger;
  const n = ledger.made++;
  const connectionId = CONNECTIONS[draw(3)] ?? 'studio';
  const batchId = `batch-${Math.floor(n / 5)}`;
  const folder = FOLDERS[draw(4)] ?? '';
  const seconds = draw(3) === 0 ? draw(600) / 10 : draw(4000) / 3;
  const path = `${folder}${n}.wav`;
  if (store.batches.get(batchId) === undefined) store.batches.insert({ id: batchId, createdAt: ledger.now });
  store.recordings.insert({
    ...{
      id: `recording-${n}`,
      path,
      realPath: path,
      name: `${n}.wav`,
      folder: '',
      bytes: 1,
      modifiedAt: 0,
      addedAt: 0,
    },
    ...{ origin: folder === '' ? 'managed' : 'path', countedSeconds: draw(5) === 0 ? null : seconds },
    madeFrom: folder === '' && n % 2 === 0 ? oneSideOf(`/shows/two voices/${n}.wav`) : null,
  });
  const job = {
    id: `job-${n}`,
    batchId,
    recordingId: `recording-${n}`,
    connectionId,
    position: n,
    createdAt: ledger.now,
  };
  store.jobs.insert({ ...job, stateKind: 'queued', state: { kind: 'queued' }, preset: DEFAULT_BATCH_PRESET });
  for (const model of MODEL_IDS) if (draw(3) > 0) addGeneration(ledger, job, model, seconds);
}

function oneSideOf(path: string): MadeFrom {
  const files = [{ path, realPath: path, bytes: 1, modifiedAt: 0 }];
  return { kind: 'side', side: 'left', track: null, files, origin: 'path', hasVideo: false };
}

function addGeneration(
  ledger: RandomLedger,
  job: { readonly connectionId: string; readonly id: string; readonly batchId: string },
  model: ModelId,
  seconds: number,
): void {
  const { draw, store, written } = ledger;
  const { batchId: batch, connectionId, id: jobId } = job;
  let show = folderOf(ledger, job);
  if (draw(20) === 0) changePrices(ledger, connectionId);
  const price = priceOf(store.connections.get(connectionId)?.prices, model);
  const quote = quoteGeneration(seconds, price);
  const id = `${jobId}-${model}`;
  const facts = { billableSeconds: quote.billableSeconds, amount: quote.amount, createdAt: ledger.now, connectionId };
  store.generations.insert({ ...facts, id, jobId, model, stateKind: 'ready', state: { kind: 'ready' } });
  const recording = store.recordings.get(`recording-${jobId.slice(4)}`);
  const isKnown = recording.countedSeconds !== null;
  const added = isKnown ? quote.secondsAddedByMinimum * (price ?? 0) : 0;
  const about = { connection: connectionId, batch, model, seconds: quote.billableSeconds, amount: quote.amount };
  const write = (kind: Written['kind']) => written.push({ ...about, show, at: ledger.now, kind, added });
  ledger.now += draw(3_600_000);
  if (draw(6) === 0) {
    store.generations.update(id, { reusedFrom: 'earlier', reusedAt: ledger.now, saved: quote.amount });
    write('reuse');
    return;
  }
  for (let attempt = 0; attempt <= draw(3); attempt++) {
    const attemptId = `${id}-${attempt}`;
    const of = { generationId: id, attemptId, seconds: quote.billableSeconds, amount: quote.amount };
    const enter = (kind: 'hold' | 'charge' | 'release' | 'refund') => {
      ledger.now += draw(900_000);
      store.ledger.append({ ...of, at: ledger.now, kind });
      write(kind);
    };
    show = folderOf(ledger, job);
    store.generations.insertAttempt({ id: attemptId, generationId: id, parameterHash: '', baseline: [], intentAt: 0 });
    enter('hold');
    // The recording was found elsewhere meanwhile: costs stay where they were made.
    if (attempt === 0 && draw(10) === 0)
      store.recordings.update(`recording-${jobId.slice(4)}`, { path: `/moved/${jobId}.wav` });
    const end = draw(5);
    if (end === 0) return;
    if (end > 1) enter('charge');
    enter('release');
    if (end === 4) enter('refund');
    if (end === 2 || end === 3) return;
  }
}

function changePrices({ draw, now, store }: RandomLedger, connectionId: string): void {
  const price = draw(8) === 0 ? null : draw(2000);
  store.connections.setPrices(connectionId, { 'service-2': price, 'service-3.5': 1500 }, now);
}

/** Where the recording is now, or the one that it was made of. */
function folderOf({ store }: RandomLedger, { id }: { readonly id: string }): string {
  const { origin, path } = originalOf(store.recordings.get(`recording-${id.slice(4)}`));
  return origin === 'path' ? path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) : '';
}
