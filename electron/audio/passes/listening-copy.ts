/** Makes a listening copy of a recording: Opus in mono or stereo, as long as the recording to the sample. */

import type { EngineRequests, MediaInfo } from '../../../shared/engine-api/messages.ts';
import { stereoOf } from '../dsp/speakers.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { openRecording } from '../input/source-file.ts';
import { type OutputPlan, planOutput } from '../output/formats.ts';
import { openPlannedSink } from '../output/sink.ts';

type Listening = EngineRequests['listeningCopy'];

/** @throws CleartakeError as openRecording and decodeAll do; outputUnwritable, diskFull */
export async function makeListeningCopy({ input, output }: Listening['params']): Promise<Listening['result']> {
  const reader = openRecording(input);
  const sink = openPlannedSink({ path: output, format: 'opus' }, planOf(reader.info), reader.info);
  let frames = 0;
  try {
    await decodeAll(reader, (sound) => {
      sink.write(sound.channels);
      frames += sound.frames;
    });
    const { bytes } = await sink.finish();
    return { frames, sampleRate: reader.info.sampleRate, bytes };
  } finally {
    reader.close();
    await sink.discard();
  }
}

function planOf(info: MediaInfo): OutputPlan {
  if (info.channels <= 2) return planOutput('opus', info);
  const stereo = planOutput('opus', { ...info, channels: 2, channelLayout: 'stereo' });
  return { ...stereo, matrix: stereoOf(info.channelLayout, info.channels) };
}
