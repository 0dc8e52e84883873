/** Import: recordings become rows of the queue before anything else happens. */

import type { PaidRepeatView } from '../../../../shared/contract/queue/paid-repeats.ts';
import type { ImportReport } from '../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { POSITION_STEP } from '../../../../shared/domain/queue-order.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';
import { inChunks, type Store } from '../../store/open-store.ts';
import type { ConnectionRow, JobRow, RecordingRow } from '../../store/schema.ts';
import { SKIPPED } from '../../strings.ts';
import { folderOfManaged, isManaged } from '../managed-copies.ts';
import type { Adding } from './adding.ts';
import type { ExpandedImport, ImportedRecording } from './expand-tracks.ts';
import { type Findings, type FoundRecording, findRecordings } from './find-recordings.ts';
import { leftOut } from './left-out.ts';
import { expandLists } from './path-lists.ts';
import { expandFiles } from './split-sides.ts';

/** Inserts are cheap: more rows fit into one transaction than for changes. */
const ROWS_AT_ONCE = 300;

/** Without surroundings, paths mean what they say. */
const NOWHERE = { environment: {}, home: '' };
const NEVER_STOPPED = new AbortController().signal;

interface ImportRequest {
  readonly batchId: string;
  readonly paths: readonly string[];
  readonly preset: BatchPreset;
  /** The preset's name, for names of outputs; null without one. */
  readonly presetName: string | null;
  /** What the preset has otherwise than the remembered one. */
  readonly own: RowSettings | null;
  readonly connectionId: string;
  readonly origin: RecordingRow['origin'];
  /** What happens to recordings that were restored before; null for the preset's own rule. */
  readonly duplicates: 'use' | 'skip' | null;
  /** Whether recordings that would be paid for again are left out. */
  readonly leavesOutPaid: boolean;
  /** Whether what is there of truncated recordings is restored. */
  readonly acceptTruncated: boolean;
  /** Whether parts of one recording are joined. */
  readonly joins: boolean;
  /** Whether left and right of stereo recordings are added as two. */
  readonly splitsChannels: boolean;
  /** Micro-USD, or null for no limit. */
  readonly maxCost: number | null;
  /** Whether the jobs start as they are added: then they continue after any interruption. */
  readonly start: boolean;
  /** What a watch folder found, instead of `paths`. Nobody follows or stops it. */
  readonly watched?: WatchedFiles;
}

interface WatchedFiles {
  readonly found: readonly FoundRecording[];
  /** Content hashes, hexadecimal, by real path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Called for each job inside the transaction that writes it: a file has several where several of its tracks are restored. */
  readonly onWritten: (recording: FoundRecording, jobId: string) => void;
}

export interface Importer {
  /**
   * Writes a batch of jobs. Imports run one after the other, so that a file in two of them is added once.
   * @throws CleartakeError notFound when there is no such connection; nothing is written then
   */
  add(request: ImportRequest): Promise<ImportReport>;
}

export interface Duplicates {
  /** Content hashes, hexadecimal, by real path; only of files that were compared. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Real paths of recordings for which all models have a result. */
  readonly restoredBefore: ReadonlySet<string>;
  /** Recordings with the same content as an earlier one of this import. */
  readonly twice: readonly { readonly path: string; readonly realPath: string; readonly sameAs: string }[];
}

/** One of a file's models, for which would be paid again. */
export type PaidFile = Pick<PaidRepeatView, 'model' | 'earlier' | 'reason'>;

/** What an import asks about earlier work. */
export interface EarlierQuestions {
  duplicates(
    found: readonly FoundRecording[],
    settings: { readonly connectionId: string; readonly preset: BatchPreset },
    signal: AbortSignal,
  ): Promise<Duplicates>;
  /** Files that would be paid for again, by real path. @param hashes of the files whose content may be known, by real path */
  paidFiles(
    hashes: ReadonlyMap<string, string>,
    connection: Pick<ConnectionRow, 'id' | 'prices'>,
    preset: BatchPreset,
  ): Promise<ReadonlyMap<string, readonly PaidFile[]>>;
}

/** Joins the parts among files: the whole is in the place of the first. */
export type JoinFound = (
  found: readonly FoundRecording[],
  origin: RecordingRow['origin'],
  signal: AbortSignal,
) => Promise<readonly FoundRecording[]>;

export interface ImporterPorts extends Pick<DeskPorts, 'clock' | 'files' | 'newId' | 'surroundings'> {
  readonly adding: Adding;
  readonly engine: Engine;
  readonly earlier: EarlierQuestions;
  readonly join: JoinFound;
  readonly store: Store;
  /** Folder of managed copies. The path of a copy contains the folders that it was dropped with. */
  readonly managed: string;
  /** Called for each job that starts at once, inside the transaction that writes it. */
  readonly onStarted: (
    job: Pick<JobRow, 'id' | 'connectionId'>,
    preset: BatchPreset,
    prices: ConnectionRow['prices'],
  ) => void;
  /** Called for each job as its part of the batch is written: the first ones need not wait for the last. */
  readonly onAdded: (jobId: string) => void;
}

/** Whoever is asked about duplicates and doesn't answer uses their results, free ones too. */
function usingResults(request: ImportRequest): ImportRequest {
  const { own, preset } = request;
  return { ...request, preset: { ...preset, reuse: true }, own: { ...own, reuse: true } };
}

/** By real path. */
function reasonsToSkip({ restoredBefore, twice }: Duplicates): ReadonlyMap<string, string> {
  const same = twice.map(({ realPath, sameAs }) => [realPath, SKIPPED.sameAs(sameAs)] as const);
  return new Map([...same, ...[...restoredBefore].map((one) => [one, SKIPPED.restoredBefore] as const)]);
}

export function createImporter(ports: ImporterPorts): Importer {
  const { adding, earlier, managed, store } = ports;
  // An upload can't name files of this computer: a page could have made it.
  const mayList = (path: string) => !isManaged(managed, path);
  const inTurn = createTurns();

  async function add(request: ImportRequest): Promise<ImportReport> {
    const connection = store.connections.get(request.connectionId);
    if (connection === undefined || connection.removedAt !== null)
      throw new CleartakeError('notFound', { detail: 'connection' });
    const { watched } = request;
    const stopped = watched === undefined ? adding.begin() : NEVER_STOPPED;
    const { found: listed, skipped } =
      watched === undefined ? await search(request.paths, stopped) : { ...watched, skipped: [] };
    const files = request.joins ? await ports.join(listed, request.origin, stopped) : listed;
    const { found, left: leftTracks } = await expand(files, request, stopped);
    const known =
      request.duplicates === null && !request.leavesOutPaid ? null : await earlier.duplicates(found, request, stopped);
    const paid =
      known === null || !request.leavesOutPaid
        ? null
        : await earlier.paidFiles(known.hashes, connection, request.preset);
    const jobIds: string[] = [];
    const restoredBefore: string[] = [];
    const left: ImportReport['skipped'] = [];
    const paidBefore: NonNullable<ImportReport['paidBefore']> = [];
    const skips = known === null || request.duplicates !== 'skip' ? null : reasonsToSkip(known);
    const unreached: FoundRecording[] = [];
    let position: number | null = null;
    const write = (part: readonly ImportedRecording[]) => {
      if (stopped.aborted) {
        unreached.push(...part);
        return;
      }
      const open = new Set(store.recordings.openAmong(part.map((recording) => recording.realPath)));
      const ours = oursAmong(part);
      // Asked for by a track or a side, the same file may be usable.
      const isPart = request.splitsChannels || request.preset.track !== undefined;
      const unusable = new Set(isPart ? [] : store.recordings.unusableAmong(part));
      const fresh = part.filter(({ foundInFolder, path, realPath }) => {
        if (open.has(realPath)) left.push(leftOut(path, 'in-queue'));
        else if (unusable.has(realPath)) left.push(leftOut(path, 'failed-here'));
        // Folders contain outputs beside their recordings: if those were added, every run would pay for the results of the last one.
        else if (foundInFolder && (ours.has(path) || ours.has(realPath))) left.push(leftOut(path, 'own-result'));
        else if (skips?.has(realPath) === true)
          left.push({ path, kind: 'restored-before', reason: skips.get(realPath) ?? '', harmless: true });
        else if (paid?.has(realPath) === true) {
          left.push({ path, kind: 'paid-before', reason: SKIPPED.paidBefore });
          paidBefore.push(...(paid.get(realPath) ?? []).map((one) => ({ path, ...one })));
        } else return true;
        return false;
      });
      if (fresh.length > 0 && jobIds.length === 0)
        store.batches.insert({ id: request.batchId, createdAt: ports.clock.now(), maxCost: request.maxCost });
      for (const recording of fresh) {
        position = position === null ? store.jobs.nextPosition() : position + POSITION_STEP;
        const isKnown = request.duplicates !== null && known?.restoredBefore.has(recording.realPath) === true;
        const asked = isKnown && request.preset.reuse !== false ? usingResults(request) : request;
        const hashes = watched?.hashes ?? known?.hashes;
        const place = { position, n: jobIds.length + 1, of: found.length };
        const jobId = insertJob(asked, connection, recording, place, hashes?.get(recording.realPath));
        watched?.onWritten(recording.track?.file ?? recording, jobId);
        if (asked !== request) restoredBefore.push(jobId);
        jobIds.push(jobId);
        ports.onAdded(jobId);
      }
      if (watched === undefined) adding.note({ found: found.length, added: jobIds.length });
    };
    await inChunks(store, found, write, ROWS_AT_ONCE);
    const [first] = unreached;
    if (first !== undefined) left.push({ ...leftOut(first.path, 'stopped'), count: unreached.length });
    const isReported = known !== null && request.duplicates === 'use';
    const twice = isReported ? known.twice.map(({ path, sameAs }) => ({ path, sameAs })) : [];
    const all = [...skipped, ...leftTracks, ...left];
    return {
      batchId: request.batchId,
      jobIds,
      skipped: all,
      restoredBefore,
      twice,
      ...(paid === null ? {} : { paidBefore }),
    };
  }

  /** Folders contain outputs beside their recordings, by path or real path. */
  function oursAmong(found: readonly FoundRecording[]): ReadonlySet<string> {
    const inFolders = found.filter((recording) => recording.foundInFolder);
    return new Set([
      ...store.results.exportedAmong(inFolders.flatMap(({ path, realPath }) => [path, realPath])),
      ...store.recordings.refusedAsResults(inFolders),
    ]);
  }

  async function expand(
    files: readonly FoundRecording[],
    { origin, preset: { track }, splitsChannels, watched }: ImportRequest,
    stopped: AbortSignal,
  ): Promise<ExpandedImport> {
    const ours = track === undefined && !splitsChannels ? new Set<string>() : oursAmong(files);
    const isOurs = ({ path, realPath }: FoundRecording) => ours.has(path) || ours.has(realPath);
    const choice = {
      rule: track,
      origin: origin === 'lost' ? ('path' as const) : origin,
      isUnattended: watched !== undefined,
      splitsChannels,
    };
    const { found, left } = await expandFiles(
      ports,
      files.filter((file) => !isOurs(file)),
      choice,
      stopped,
    );
    return { found: [...found, ...files.filter(isOurs)], left };
  }

  async function search(paths: readonly string[], stopped: AbortSignal): Promise<Findings> {
    const named = await expandLists(ports.files, paths, ports.surroundings ?? NOWHERE, mayList);
    const { found, skipped } = await findRecordings(ports.files, named.paths, {
      onFound: (count) => adding.note({ found: count, added: 0 }),
      signal: stopped,
    });
    return { found, skipped: [...named.skipped, ...skipped] };
  }

  function insertJob(
    request: ImportRequest,
    connection: ConnectionRow,
    { track, ...recording }: ImportedRecording,
    { position, ...counted }: { readonly position: number; readonly n: number; readonly of: number },
    contentHash: string | undefined,
  ): string {
    const { acceptTruncated, batchId, connectionId, own, preset, presetName } = request;
    const isFile = recording.madeFrom === undefined;
    const origin = isFile ? request.origin : 'managed';
    const recordingId = ports.newId();
    const jobId = ports.newId();
    const at = ports.clock.now();
    const file = track?.file ?? recording;
    const folder = request.origin === 'managed' && isFile ? folderOfManaged(managed, file.path) : recording.folder;
    const foundInFolder = recording.foundInFolder || folder !== '';
    const known = contentHash === undefined ? {} : { contentHash };
    const place = { folder, foundInFolder, origin };
    const columns = { ...recording, ...place, ...track?.columns };
    store.recordings.insert({ id: recordingId, ...columns, acceptTruncated, addedAt: at, ...known });
    store.jobs.insert({
      id: jobId,
      batchId,
      recordingId,
      connectionId,
      position,
      preset: request.start ? { ...preset, startedAs: { presetName, ...counted } } : preset,
      own,
      stateKind: 'queued',
      state: { kind: 'queued' },
      admittedAt: request.start ? at : null,
      createdAt: at,
    });
    if (request.start) ports.onStarted({ id: jobId, connectionId: connection.id }, preset, connection.prices);
    return jobId;
  }

  return {
    add: (request) =>
      inTurn(() => add(request)).finally(() => {
        if (request.watched === undefined) adding.end();
      }),
  };
}
