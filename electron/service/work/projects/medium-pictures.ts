/** Whether media have video: looked at once each, before the first event of a generation has to say so. */

import { open } from 'node:fs/promises';
import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { contentTypeOf, HEAD_BYTES, isTransportStream } from '../../../../shared/domain/media-types.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Project } from '../../store/records.ts';
import type { ProjectStore } from '../../store/store.ts';
import type { EnginePool } from '../engine-pool.ts';

/** Bytes at the start of a medium that `mayHoldVideo` needs: Ogg names all of its streams there. */
export const VIDEO_HEAD_BYTES = Math.max(HEAD_BYTES, 4096);

/** Boxes with which MP4 and QuickTime files begin. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];

/** Brands of MP4 files that promise sound alone. */
const SOUND_BRANDS = ['M4A ', 'M4B '];

/** Matroska, WebM; ASF, WMV; MPEG program and video streams; Flash video. */
const SIGNATURES = ['1a45dfa3', '3026b2758e66cf11', '000001ba', '000001b3', '464c5601'];

export interface MediumPictures {
  /** False where it can't be found out in time: the restoration looks again. Never rejects. */
  hasVideo(project: Project): Promise<boolean>;
}

export interface MediumPicturesParts {
  readonly projects: Pick<ProjectStore, 'setHasVideo'>;
  readonly storage: MediaStorage;
  readonly engines: EnginePool;
  /** The machine's own clock, which a rehearsal does not move. */
  readonly machineClock: Clock;
  readonly log: Log;
}

/** Only headers are read. */
const LOOK_MS = 10_000;

export function createMediumPictures({
  engines,
  log,
  machineClock,
  projects,
  storage,
}: MediumPicturesParts): MediumPictures {
  async function look(project: Project): Promise<boolean> {
    const lease = engines.take();
    try {
      const looking = storage.withLocalMedium(project, (file) => lease.engine.request('probe', { path: file }));
      const { hasVideo } = await withTimeout(machineClock, LOOK_MS, looking, () => {
        throw new CleartakeError('engineTimedOut');
      });
      lease.giveBack();
      return hasVideo;
    } finally {
      await lease.end();
    }
  }

  return {
    async hasVideo(project) {
      if (project.hasVideo !== null) return project.hasVideo;
      const { projectId, uploadedAt } = project;
      if (uploadedAt === null) return false;
      try {
        // Containers of sound alone are not looked at by an engine, so that starts of recordings take no longer.
        if (saysSound(project) && !(await storage.withLocalMedium(project, headMayContainVideo))) return false;
        const hasVideo = await look(project);
        await projects.setHasVideo(projectId, uploadedAt, hasVideo);
        return hasVideo;
      } catch (failure) {
        log.info('Whether a medium has video is not known yet', { projectId, code: toCleartakeError(failure).code });
        return false;
      }
    },
  };
}

/** By content type and name, which may be wrong. */
function saysSound({ contentType, originalFileName }: Project): boolean {
  const isSound = (type: string | null) => type?.toLowerCase().startsWith('audio/') === true;
  return isSound(contentType) && isSound(contentTypeOf(originalFileName));
}

async function headMayContainVideo(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(VIDEO_HEAD_BYTES), 0, VIDEO_HEAD_BYTES, 0);
    return mayContainVideo(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Whether the container can contain video. False for containers of sound alone, and for what is no medium. */
export function mayContainVideo(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  const [first, second, third] = [text.slice(0, 4), text.slice(4, 8), text.slice(8, 12)];
  if (FIRST_BOXES.includes(second)) return second !== 'ftyp' || !SOUND_BRANDS.includes(third);
  if (first === 'RIFF') return third === 'AVI ';
  if (first === 'OggS') return text.includes('theora');
  const start = Buffer.from(head.subarray(0, 8)).toString('hex');
  return SIGNATURES.some((signature) => start.startsWith(signature)) || isTransportStream(head);
}
