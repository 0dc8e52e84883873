/** What “the format of the original” will be for a recording, so that it can be told before anything is paid. */

import { rmSync } from 'node:fs';
import { type FormatChange, isSameFormat } from '../../../shared/domain/export/format-change.ts';
import { extensionOf } from '../../../shared/domain/media-types.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { refusedTracks } from '../media/side-streams/remux.ts';
import { type OutputPlan, planOutput } from './formats.ts';
import { videoContainersOf } from './video-containers.ts';

/** FFmpeg's names of what its encoders make, where they are named otherwise. */
const CODECS: Readonly<Record<string, string>> = { libmp3lame: 'mp3', libopus: 'opus', libvorbis: 'vorbis' };

/**
 * Null where it is the recording's own.
 * @param scratch a file that is written and removed
 * @throws CleartakeError mediaNotRecognized, outputUnwritable, diskFull
 */
export function savedAs(path: string, info: MediaInfo, scratch: string): FormatChange | null {
  const container = videoPlan(path, info, scratch);
  const { encoding, extension } = container ?? planOutput('source', info);
  const change: FormatChange = {
    from: { extension: extensionOf(path), codec: info.codec },
    to: { extension, codec: CODECS[encoding.encoder] ?? encoding.encoder },
    ...(info.hasVideo && container === null ? { losesPicture: true } : {}),
  };
  return isSameFormat(change) ? null : change;
}

/** In the first container that takes the picture; null where there is none. */
function videoPlan(path: string, info: MediaInfo, scratch: string): OutputPlan | null {
  try {
    for (const container of videoContainersOf(info, path)) {
      const plan = container.plan(info);
      if (!refusedTracks({ path }, plan.encoding.muxer, scratch).some(({ kind }) => kind === 'video')) return plan;
    }
    return null;
  } finally {
    rmSync(scratch, { force: true });
  }
}
