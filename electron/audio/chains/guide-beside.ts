/** A part of the guide as a stage of the chain that is worked on in a thread of its own: two cores share one recording. */

import path from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { FromGuide, GuideStart, ToGuide } from './guide-messages.ts';
import type { GuidePart } from './guide-part.ts';
import { type Block, joined, type Stage } from './stage.ts';

/** As it lies beside this file, or beside the bundle that this file is in. */
const THREAD = import.meta.filename.endsWith('.ts') ? 'guide-thread.ts' : 'guide.js';

/** Blocks that the thread may be behind, of 8192 frames some seconds: neither waits for the other's longer ones. */
const MOST_OPEN = 24;
/** A thread that is silent for so long has died. */
const SILENT_MS = 60_000;

/** Null where threads cannot be started. */
export async function startGuideBeside(part: GuidePart): Promise<Stage | null> {
  const { port1: port, port2 } = new MessageChannel();
  const answers = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData: GuideStart = { part, port: port2, answers };
  const worker = new Worker(path.join(import.meta.dirname, THREAD), { workerData, transferList: [port2], env: {} });
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.on('error', () => resolve(false));
  });
  if (!isReady) {
    port.close();
    return null;
  }

  const given = new Int32Array(answers);
  let asked = 0;
  let taken = 0;
  const tell = (message: ToGuide) => port.postMessage(message, message === 'end' ? [] : [message.buffer]);

  /** The next answer, when it is there. @throws what the thread failed with */
  function nextIfThere(): FromGuide | null {
    const found = receiveMessageOnPort(port) as { readonly message: FromGuide } | undefined;
    if (found === undefined) return null;
    taken += 1;
    if (found.message.kind === 'failed') throw new Error(`A part of the guide failed: ${found.message.detail}`);
    return found.message;
  }

  /** The next answer, for which it waits without giving the thread's own time away. */
  function next(): FromGuide {
    for (;;) {
      const answer = nextIfThere();
      if (answer !== null) return answer;
      if (Atomics.wait(given, 0, taken, SILENT_MS) === 'timed-out') throw new Error('A part of the guide is silent');
    }
  }

  return {
    push: ([samples = new Float32Array(0)]) => {
      // A copy, which goes over whole: of a part of an array the whole array would go.
      tell(samples.slice());
      asked += 1;
      const parts: Block[] = [];
      for (;;) {
        const answer = asked - taken > MOST_OPEN ? next() : nextIfThere();
        if (answer?.kind !== 'samples') return joined(parts, 1);
        parts.push([answer.samples]);
      }
    },
    flush: function* () {
      tell('end');
      for (let answer = next(); answer.kind === 'samples'; answer = next()) yield [answer.samples];
    },
    close: () => {
      port.close();
      void worker.terminate();
    },
  };
}
