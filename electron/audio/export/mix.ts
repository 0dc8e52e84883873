/** Mixes original and result in lockstep. The original sets the length: a longer result is cut, a shorter one padded with silence. */

import { EVEN_FOLD, type Fold, foldOf } from '../../../shared/domain/quality/channel-notes.ts';
import { type Block, framesIn } from '../dsp/stage.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { openRecording } from '../input/source-file.ts';
import { createChannelNotes } from '../measures/channel-notes.ts';
import { createSampleStage } from '../measures/sample-stage.ts';
import { openSource, type Shape, type SoundSource } from './sound-source.ts';

export interface MixPlan {
  readonly original: string;
  readonly result: string;
  /** 0 is the original, 1 the result. */
  readonly strength: number;
  readonly shape: Shape;
  /** Where the mix has one channel: weights of left and right. */
  readonly fold: Fold;
  /** The result's delay in frames. */
  readonly lag: number;
  /** Length of the original; null when unknown. */
  readonly frames: number | null;
  /** Levels what is spoken. */
  readonly leveled?: ((block: Block, position: number) => Block) | null;
  /** Is told what is mixed. */
  readonly hears?: (dry: Block | null, wet: Block | null) => void;
}

export interface Mix {
  /** The next block; null at the end. */
  next(): Promise<Block | null>;
  close(): void;
}

const BLOCK_FRAMES = 16_384;

/** Opens only the files that are audible in the mix, once the length is known. @throws CleartakeError as openRecording does */
export function openMix({ original, result, strength, shape, fold, lag, frames, hears, leveled = null }: MixPlan): Mix {
  const opened: SoundSource[] = [];
  const open = (path: string, late: number) => {
    const source = openSource(path, shape, late, fold);
    opened.push(source);
    return source;
  };
  const close = () => {
    for (const source of opened) source.close();
  };
  let position = 0;
  try {
    const dry = strength < 1 || frames === null ? open(original, 0) : null;
    const wet = strength > 0 ? open(result, lag) : null;
    return {
      next: async () => {
        const wanted = Math.min(BLOCK_FRAMES, (frames ?? Number.POSITIVE_INFINITY) - position);
        const before = dry === null ? null : await dry.take(wanted);
        const count = before === null ? wanted : framesIn(before);
        if (count === 0) return null;
        const after = wet === null ? null : filledTo(count, await wet.take(count));
        hears?.(before, after);
        const block = mixed(before, after, strength);
        position += count;
        return leveled?.(block, position - count) ?? block;
      },
      close,
    };
  } catch (failure) {
    close();
    throw failure;
  }
}

function filledTo(count: number, block: Block): Block {
  if (framesIn(block) === count) return block;
  return block.map((samples) => {
    const filled = new Float32Array(count);
    filled.set(samples);
    return filled;
  });
}

/** At a strength of 0 or 1 the samples pass unchanged. */
function mixed(dry: Block | null, wet: Block | null, strength: number): Block {
  if (wet === null || dry === null || strength === 1) return (wet ?? dry) as Block;
  return dry.map((samples, channel) => {
    const other = wet[channel] as Float32Array;
    return samples.map((value, i) => value + strength * ((other[i] as number) - value));
  });
}

/** How the channels of a recording become one, by the same signs that the desk tells: a pass of its own, since exports in mono are few. @throws CleartakeError as openRecording and decodeAll do */
export async function findFold(path: string, { channels }: Pick<Shape, 'channels'>): Promise<Fold> {
  if (channels !== 1) return EVEN_FOLD;
  const reader = openRecording(path);
  try {
    const { info } = reader;
    if (info.channels !== 2) return EVEN_FOLD;
    const stage = createSampleStage(info.sampleRate, info.channels);
    const notes = createChannelNotes(stage);
    await decodeAll(reader, (sound) => stage.add(sound.channels, sound.frames, notes.add));
    stage.finish(notes.add);
    return foldOf(notes.finish());
  } finally {
    reader.close();
  }
}
