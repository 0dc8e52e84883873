/** Restores a recording in constant memory: an analysis pass, then one pass through the chain into all outputs. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isServiceModel, type ModelId, type ServiceModelId } from '../../../shared/domain/models.ts';
import type { RestoreOutput, RestoreResult, WrittenOutput } from '../../../shared/engine-api/messages.ts';
import { type Analysis, analyze } from '../chains/analysis.ts';
import { type Chain, createChain } from '../chains/chain.ts';
import { readAddedModel } from '../chains/own-model/model-folder.ts';
import { ownModelChain } from '../chains/own-model/own-model-chain.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';
import { type AudioStage, type Block, framesIn } from '../dsp/stage.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { openRecording } from '../input/source-file.ts';
import { nextTurn } from '../media/turn.ts';
import type { ReportProgress } from '../output/progress.ts';
import { openSink, type Sink } from '../output/sink.ts';
import { preferSmallHeap } from '../small-heap.ts';

export interface RestoreParams {
  readonly input: string;
  readonly model: ModelId;
  /** `sampling.preset` of the service's request. */
  readonly preset?: string;
  /** Folder of a person's own model, which takes the place of ours. */
  readonly ownModel?: string;
  readonly outputs: readonly RestoreOutput[];
}

/** Fraction of the total time at the end of each stage, measured on two cores. */
const ANALYZING_PART: Readonly<Record<ServiceModelId, number>> = { 'service-2': 0.25, 'service-3.5': 0.12 };
const RESTORING_PART = 0.99;

/** Memory grows with the length; shorter recordings would only lose time. */
const LONG_SECONDS = 120;

/** Frames in a block of the chain. */
const BLOCK_FRAMES = 8192;

/** @throws CleartakeError as openRecording and decodeAll do; ownModelGone, outputUnwritable, diskFull; no file is left behind then. */
export async function restore(params: RestoreParams, report: ReportProgress): Promise<RestoreResult> {
  report({ stage: 'analyzing', fraction: 0 });
  const analyzingPart = ANALYZING_PART[isServiceModel(params.model) ? params.model : 'service-3.5'];
  const analysis = await analyzeFile(params.input, (part) =>
    report({ stage: 'analyzing', fraction: part * analyzingPart }),
  );
  if (analysis.frames / analysis.sampleRate > LONG_SECONDS) preferSmallHeap();
  const reader = openRecording(params.input);
  const sinks: Sink[] = [];
  try {
    for (const output of params.outputs) sinks.push(openSink(output, reader.info, analysis.largest));
    const chain = await chainOf(params, analysis);
    const { failedThreads, startedThreads } = chain;
    const feed = feeder(chain, analysis.channels, sinks);
    // A chain delays by up to a minute: input and output each count for half of the progress.
    const reportBoth = () => {
      const done = (feed.taken + feed.given) / 2 / analysis.frames;
      report({ stage: 'restoring', fraction: analyzingPart + done * (RESTORING_PART - analyzingPart) });
    };
    try {
      await decodeAll(reader, (sound) => {
        feed.take(sound.channels);
        reportBoth();
        return chain.settle();
      });
      for (const _part of feed.finish()) {
        reportBoth();
        await chain.settle();
        await nextTurn();
      }
    } finally {
      chain.close();
    }
    report({ stage: 'encoding', fraction: RESTORING_PART });
    const outputs: WrittenOutput[] = [];
    for (const sink of sinks) outputs.push(await sink.finish());
    report({ stage: 'encoding', fraction: 1 });
    const { sampleRate, channels, hasVideo } = reader.info;
    const residentBytes = process.memoryUsage.rss();
    return {
      frames: feed.taken,
      sampleRate,
      channels,
      hasVideo,
      outputs,
      residentBytes,
      startedThreads,
      failedThreads,
    };
  } finally {
    reader.close();
    for (const sink of sinks) await sink.discard();
  }
}

/** @throws CleartakeError ownModelGone, ownModelUnusable */
async function chainOf({ model, ownModel, preset }: RestoreParams, analysis: Analysis): Promise<Chain> {
  if (isServiceModel(model)) return createChain(model, analysis, preset);
  if (ownModel === undefined) throw new CleartakeError('ownModelGone', { detail: 'no folder given' });
  return { ...(await ownModelChain(await readAddedModel(ownModel), analysis)), startedThreads: 0, failedThreads: 0 };
}

async function analyzeFile(path: string, onProgress: (part: number) => void): Promise<Analysis> {
  const reader = openRecording(path);
  try {
    return await analyze(path, reader, onProgress);
  } finally {
    reader.close();
  }
}

interface Feeder {
  /** Frames so far. */
  readonly taken: number;
  readonly given: number;
  take(block: Block): void;
  /** Yields block by block. */
  finish(): Iterable<void>;
}

/** Combines packets into larger blocks for the chain and writes the chain's output to all sinks. */
function feeder(chain: AudioStage, channels: number, sinks: readonly Sink[]): Feeder {
  const gathered = Array.from({ length: channels }, () => createSampleQueue());
  let waitingFrames = 0;
  let taken = 0;
  let given = 0;
  function spread(block: Block): void {
    given += framesIn(block);
    if (framesIn(block) > 0) for (const sink of sinks) sink.write(block);
  }
  function pass(): void {
    spread(chain.push(gathered.map((queue) => queue.next(waitingFrames))));
    waitingFrames = 0;
  }
  return {
    get taken() {
      return taken;
    },
    get given() {
      return given;
    },
    take: (block) => {
      taken += framesIn(block);
      for (const [channel, queue] of gathered.entries()) queue.push(block[channel] as Float32Array);
      waitingFrames += framesIn(block);
      if (waitingFrames >= BLOCK_FRAMES) pass();
    },
    finish: function* () {
      pass();
      for (const part of chain.flush()) yield spread(part);
    },
  };
}
