/** Quotes files and folders without adding them: every recording is counted, nothing is written down. Copies of tracks that it counts stay for a day. */

import type { PathsQuote } from '../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { findRecordings } from '../../library/import/find-recordings.ts';
import { count } from '../../library/import/inspect.ts';
import { expandLists } from '../../library/import/path-lists.ts';
import { expandFiles } from '../../library/import/split-sides.ts';
import { findSplit, partFile } from '../../library/joining/join-parts.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { type QuotedRecording, type QuotePorts, quoteRecordings } from './quote.ts';

type PathQuotePorts = QuotePorts &
  Pick<QueueContext, 'engine' | 'outputs' | 'paths' | 'ports'> & { readonly stopped: AbortSignal };

interface PathQuoteRequest {
  readonly paths: readonly string[];
  readonly preset: BatchPreset;
  readonly connectionId: string;
  /** Whether parts of one recording count as one. */
  readonly join?: boolean | undefined;
  /** Whether left and right of stereo recordings count as two. */
  readonly splitChannels?: boolean | undefined;
}

/** Of a path, only its folder is looked at. */
const NOT_LOOKED_INTO = { bytes: 0, channels: null, frames: null, hasVideo: false, origin: 'path' } as const;

/** Without surroundings, paths mean what they say. */
const NOWHERE = { environment: {}, home: '' };

/**
 * @returns the quote, and what is not in it: skipped paths, and recordings that cannot be restored
 * @throws CleartakeError notFound when there is no such connection
 */
export async function quotePaths(
  context: PathQuotePorts,
  { connectionId, join = false, paths, preset, splitChannels = false }: PathQuoteRequest,
): Promise<PathsQuote> {
  const { engine, ports, stopped: signal, store } = context;
  const connection = store.connections.get(connectionId);
  if (connection === undefined || connection.removedAt !== null) throw new CleartakeError('notFound');
  const listed = await expandLists(ports.files, paths, ports.surroundings ?? NOWHERE, () => true);
  const { found: files, skipped } = await findRecordings(ports.files, listed.paths, { signal });
  const making = { engine, files: ports.files, managed: context.paths.managed };
  const choice = { rule: preset.track, origin: 'path', isUnattended: false, splitsChannels: splitChannels } as const;
  const { found, left } = await expandFiles(making, files, choice, signal);
  const leftOut = [...listed.skipped, ...skipped, ...left].filter(({ harmless }) => harmless !== true);
  const earlier = new Map<string, Set<ModelId>>();
  for (const { model, realPath } of store.earlier.ofFiles(found, connectionId, preset)) {
    earlier.set(realPath, (earlier.get(realPath) ?? new Set()).add(model));
  }
  const split = await findSplit(
    context,
    found.map((file) => partFile(file, 'path')),
    signal,
  );
  /** The whole that a part is counted to, by its path. */
  const wholes = new Map(
    split.flatMap(({ missing, parts }) =>
      join && missing.length === 0 ? parts.map(({ path }) => [path, parts[0]?.path] as const) : [],
    ),
  );
  const recordings: (QuotedRecording & { readonly path: string })[] = [];
  const usable: (typeof found)[number][] = [];
  const unusable: PathsQuote['unusable'] = leftOut.map(({ path, reason }) => ({ path, reason }));
  for (const recording of found) {
    signal.throwIfAborted();
    try {
      const seconds = await count(engine, recording, signal);
      recordings.push({
        path: recording.path,
        connectionId,
        preset,
        name: recording.name,
        seconds,
        earlier: earlier.get(recording.realPath),
      });
      usable.push(recording);
    } catch (failure) {
      signal.throwIfAborted();
      const { name, path, track } = recording;
      const reason = toCleartakeError(failure).userMessage;
      // Copies of tracks and sides are in the library: people know the file, and the name of the part.
      unusable.push(track === undefined ? { path, reason } : { path: track.file.path, name, reason });
    }
  }
  const quoted = [...Map.groupBy(recordings, ({ path }) => wholes.get(path) ?? path).values()].flatMap((parts) => {
    const [first, ...others] = parts;
    if (first === undefined || others.length === 0) return parts;
    const seconds = parts.reduce((sum, part) => sum + (part.seconds ?? 0), 0);
    return { ...first, seconds, earlier: undefined };
  });
  const outputs = usable.map(({ path, track }) => ({
    preset,
    source: { ...NOT_LOOKED_INTO, path: track?.file.path ?? path },
  }));
  const outputProblem = await context.outputs.problemOf(outputs);
  const parts = split.map(({ missing, parts: files }) => ({
    names: files.map(({ name }) => name),
    missing: [...missing],
  }));
  return { quote: { ...quoteRecordings(context, quoted), outputProblem }, unusable, parts };
}
