/** The audio engine behind the SpawnHelper port, over the virtual disk: it reads the simulation's media and may crash, hang or be slow. */

import { type BackupRequests, makeCopy, makeCopyToShare } from '../../../electron/core/recovery/backups/backup-copy.ts';
import { checkBackup } from '../../../electron/core/recovery/backups/inspect-backup.ts';
import { toDiskError, toSourceError } from '../../../electron/platform/files/file-errors.ts';
import type { Files } from '../../../electron/platform/files/files.ts';
import type { ParentPort, SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { serveRequests } from '../../../electron/platform/processes/helper-server.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { EngineProgress, EngineRequests, LengthResult, MediaInfo } from '../../../shared/engine-api/messages.ts';
import { NO_DIFFERENCE, NO_MEASURES } from '../../fixtures/measures.ts';
import { createHelperStandIn } from '../engine/helper-stand-in.ts';
import type { ClockLane } from '../time/virtual-clock.ts';
import type { Draw } from './draw.ts';
import { type FoundMedium, makeMedium, readMedium, SAMPLE_RATE, SUSPECT } from './media.ts';
import { hashOf } from './virtual-disk.ts';

export interface EngineParts {
  readonly draw: Draw;
  readonly disk: Files;
  readonly lane: ClockLane;
  /** How likely a request ends badly, 0 to 1. */
  readonly trouble: () => number;
}

export function createVirtualEngine({ draw, disk, lane, trouble }: EngineParts): SpawnHelper {
  async function contentOf(file: string): Promise<FoundMedium & { readonly content: Uint8Array }> {
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of disk.read(file)) pieces.push(piece);
    } catch (failure) {
      throw toSourceError(failure);
    }
    const content = Buffer.concat(pieces);
    if (content.length === 0) throw new CleartakeError('mediaEmpty');
    const medium = readMedium(content);
    if (medium === null) throw new CleartakeError('mediaNotRecognized');
    return { ...medium, content };
  }

  let processes = 0;

  /** @param process each has a temporary file of its own */
  async function write(file: string, process: number, content: Uint8Array = Buffer.from('peaks')): Promise<void> {
    const temporary = `${file}.${process}.part`;
    const written = await disk.write(temporary);
    try {
      await written.write([content]);
      await written.sync();
    } catch (failure) {
      throw toDiskError(failure);
    } finally {
      await written.close();
    }
    await disk.commit(temporary, file);
  }

  return (entry) => {
    const { end, helper, port } = createHelperStandIn();
    if (entry === 'backup') {
      serveBackups(port);
      return helper;
    }
    const process = ++processes;

    /** Takes some time, and sometimes all of it. */
    async function work(): Promise<void> {
      await lane.sleep(draw.whole(1, 200));
      if (!draw.chance(trouble())) return;
      if (draw.chance(0.5)) end(null);
      await new Promise(() => undefined);
    }

    serveRequests<EngineRequests, EngineProgress>(port, {
      async probe({ path }): Promise<MediaInfo> {
        await work();
        const { declaredSeconds } = await contentOf(path);
        return {
          container: 'wav',
          codec: 'pcm_s16le',
          sampleRate: SAMPLE_RATE,
          channels: 1,
          channelLayout: 'mono',
          bitDepth: 16,
          durationSeconds: declaredSeconds,
          hasVideo: false,
          audioStreams: 1,
          audioStream: 1,
        };
      },
      async length({ path }): Promise<LengthResult> {
        const frames = Math.round((await contentOf(path)).seconds * SAMPLE_RATE);
        return { frames, sampleRate: SAMPLE_RATE, isSilent: false };
      },
      async scan({ path, peaksPath, indexPath }) {
        await work();
        const medium = await contentOf(path);
        await write(indexPath, process);
        await write(peaksPath, process);
        return {
          contentHash: hashOf(medium.content),
          codec: 'pcm_s16le',
          frames: Math.max(1, Math.round(medium.seconds * SAMPLE_RATE)),
          sampleRate: SAMPLE_RATE,
          channels: 1,
          peak: 0.5,
          declaredSeconds: medium.declaredSeconds,
          truncated: medium.cut,
          damagedPackets: 0,
          hasVideo: false,
          carries: false,
          startedThreads: 0,
          failedThreads: 0,
          measures: NO_MEASURES,
        };
      },
      async compare({ original }) {
        const { name } = await contentOf(original);
        return name.startsWith(SUSPECT) ? { ...NO_DIFFERENCE, gain: 20 } : NO_DIFFERENCE;
      },
      restore: () => Promise.reject(new CleartakeError('unexpected')),
      export: () => Promise.reject(new CleartakeError('unexpected')),
      preview: () => Promise.reject(new CleartakeError('unexpected')),
      pcm: () => Promise.reject(new CleartakeError('unexpected')),
      tile: () => Promise.reject(new CleartakeError('unexpected')),
      loudness: () => Promise.reject(new CleartakeError('unexpected')),
      async cut({ fromFrame, frames, input, output }) {
        const { bytes, name } = await contentOf(input);
        const part = { name: `${name}-from-${fromFrame}`, seconds: frames / SAMPLE_RATE, bytes };
        await write(output, process, makeMedium(part));
        return { frames, sampleRate: SAMPLE_RATE, channels: 1, bytes };
      },
      extract: () => Promise.reject(new CleartakeError('unexpected')),
      partFacts: () => Promise.reject(new CleartakeError('unexpected')),
      join: () => Promise.reject(new CleartakeError('unexpected')),
      listeningCopy: () => Promise.reject(new CleartakeError('unexpected')),
      checkModel: () => Promise.reject(new CleartakeError('unexpected')),
      sketch: async () => ({ columns: null, channelNotes: [] }),
      tracks: () => Promise.reject(new CleartakeError('unexpected')),
      copyTrack: () => Promise.reject(new CleartakeError('unexpected')),
      copySide: () => Promise.reject(new CleartakeError('unexpected')),
      scanDifference: () => Promise.reject(new CleartakeError('unexpected')),
    });
    return helper;
  };
}

/** The store is a real file, and so are its backups. */
function serveBackups(port: ParentPort): void {
  serveRequests<BackupRequests, never>(port, {
    copy: async ({ database, copy }) => {
      makeCopy(database, copy);
      return null;
    },
    share: async ({ database, copy }) => {
      makeCopyToShare(database, copy);
      return null;
    },
    check: async ({ database, file, migrations, now }) => checkBackup(database, migrations, file, now),
  });
}
