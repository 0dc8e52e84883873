/** The worker: fetches samples off the main thread, so that a busy page causes no gap. */

import { pcmAddress } from '../../../shared/contract/page/media-addresses.ts';
import { freeMemory } from '../waves/free-memory.ts';
import { createFeeder } from './feeder.ts';
import type { Chunk, FeedSetup, SourceAdded, SourceFailed, Spent, Want } from './messages.ts';
import { CHUNK_FRAMES } from './sound/mixer.ts';
import type { ChunkSamples } from './sound/sample-store.ts';

let add: (id: string) => void = () => undefined;

self.addEventListener('message', ({ data }: MessageEvent<FeedSetup | SourceAdded>) => {
  if ('kind' in data) add(data.id);
  else begin(data);
});

function begin({ sources: first, unplayable, lengthFrames, sampleRate, headers, port }: FeedSetup): void {
  const sources = [...first];

  async function fetchChunk(source: number, chunk: number, signal: AbortSignal): Promise<ChunkSamples> {
    const address = pcmAddress(sources[source] ?? '', chunk * CHUNK_FRAMES, CHUNK_FRAMES, sampleRate);
    const response = await fetch(address, { headers, signal });
    if (!response.ok) throw new Error(`Samples were answered with ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength !== CHUNK_FRAMES * 8) throw new RangeError('A chunk has another length than was asked for');
    return new Float32Array(bytes);
  }

  const feeder = createFeeder(
    {
      fetchChunk,
      deliver: (chunk: Chunk) => port.postMessage(chunk, [chunk.samples.buffer]),
      fail: (source) => {
        const message: SourceFailed = { kind: 'source-failed', source };
        self.postMessage(message);
      },
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      free: freeMemory,
    },
    { sources: sources.length, unplayable, lengthFrames, chunkFrames: CHUNK_FRAMES },
  );
  port.onmessage = ({ data }: MessageEvent<Want | Spent>) => {
    if ('spent' in data) feeder.giveBack(data.spent);
    else feeder.want(data);
  };
  add = (id) => {
    sources.push(id);
    feeder.addSource();
  };
}
