/** The guide worker: a chain stage that runs a part of the guide in its own thread, so that two cores share a recording. */

import path from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { createSampleQueue } from '../../dsp/sample-queue.ts';
import type { AudioStage } from '../../dsp/stage.ts';
import type { GuidePart } from './parts.ts';
import { RING_SAMPLES } from './sample-ring.ts';
import { CHANNEL_BYTES, type GuideStart, openWorkerChannel } from './worker-channel.ts';

/** Next to this file, or next to the bundle that contains it. */
const THREAD = path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'guide-thread.ts' : 'guide.js');

/** A thread that is silent for this long counts as dead. */
const SILENT_MS = 60_000;
/** Samples fetched at once. */
const FETCHED = 8192;

/** Null where threads cannot be started or this thread may not block. @param thread the worker's code */
export async function startGuideWorker(part: GuidePart, thread = THREAD): Promise<AudioStage | null> {
  if (!mayWait()) return null;
  const memory = new SharedArrayBuffer(CHANNEL_BYTES);
  const { port1: failures, port2 } = new MessageChannel();
  const workerData: GuideStart = { part, memory, failures: port2 };
  const worker = new Worker(thread, { workerData, transferList: [port2], env: {} });
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.on('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  if (!isReady) {
    failures.close();
    return null;
  }

  const line = openWorkerChannel(memory);
  const received = createSampleQueue(RING_SAMPLES);
  const fetched = new Float32Array(FETCHED);

  /** Takes the samples that the thread has finished. */
  function fetch(): void {
    let any = false;
    for (let count = line.toChain.read(fetched); count > 0; count = line.toChain.read(fetched)) {
      received.push(fetched.subarray(0, count));
      any = true;
    }
    if (any) line.step('chain');
  }

  /** @throws Error when the thread has died */
  function waitForThread(seen: number): void {
    if (!line.waitFor('thread', seen, SILENT_MS)) throw new Error('A part of the guide is silent');
  }

  /** The thread's error once it has ended; null when it completed its work. */
  function failure(): Error | null {
    const found = receiveMessageOnPort(failures) as { readonly message: string } | undefined;
    return found === undefined ? null : new Error(`A part of the guide failed: ${found.message}`);
  }

  return {
    push: ([samples = new Float32Array(0)]) => {
      for (let written = 0; written < samples.length; ) {
        const seen = line.stepsOf('thread');
        fetch();
        const count = line.toThread.write(samples.subarray(written));
        written += count;
        if (count > 0) line.step('chain');
        else if (line.hasEnded('thread')) throw failure() ?? new Error('A part of the guide ended too early');
        else waitForThread(seen);
      }
      fetch();
      return [received.next(received.length)];
    },
    flush: function* () {
      line.end('chain');
      for (;;) {
        const seen = line.stepsOf('thread');
        const isLast = line.hasEnded('thread');
        fetch();
        yield [received.next(received.length)];
        if (!isLast) {
          waitForThread(seen);
          continue;
        }
        const failed = failure();
        if (failed !== null) throw failed;
        return;
      }
    },
    close: () => {
      failures.close();
      void worker.terminate();
    },
  };
}

/** Whether this thread may block: `Atomics.wait` throws in threads that draw a window. */
function mayWait(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 1);
    return true;
  } catch {
    return false;
  }
}
