/** One short recording, one fault, and a person who does what the desk asks for: how it ends, and what was wrong about it. */

import path from 'node:path';
import type { JobRow } from '../../../electron/core/store/schema.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import type { ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { createDice } from './dice.ts';
import { unfittingCodes } from './fitting-codes.ts';
import { checkCase } from './judge.ts';
import type { Lane } from './lane.ts';
import type { Operation, Step } from './operations.ts';
import type { FaultKind } from './proxy.ts';

/** A case that takes longer by the machine's clock is stuck: a quiet machine needs about a second, a crowded one half a minute. */
const STUCK_MS = 180_000;
/** What a person has to do to bring a recording to its end, at most. */
const MOST_HELP = 3;
const LOOK_MS = 10;
/** How far the clock is put forward at a time while something is on its way, in milliseconds. */
const STEP_MS = 1000;

export interface FaultCase {
  readonly kind: FaultKind;
  readonly operation: Operation;
  readonly seed: number;
}

export type Help = 'retry' | 'check-again' | 'start-again';

export interface HelpGiven {
  readonly what: Help;
  /** By the desk's clock. */
  readonly at: number;
}

export interface CaseResult extends FaultCase {
  readonly step: Step;
  readonly times: number;
  /** Requests that met the fault. */
  readonly met: number;
  readonly end: 'done' | 'stuck' | JobRow['stateKind'];
  readonly helps: readonly HelpGiven[];
  /** The reasons that the person could read, in their order, each once. */
  readonly codes: readonly ErrorCode[];
  /** Starts that the desk sent. */
  readonly starts: number;
  /** Generations that the service has for it. */
  readonly generations: number;
  /** What must not be, in words; empty when all is well. */
  readonly wrongs: readonly string[];
  readonly milliseconds: number;
}

export async function runFaultCase(lane: Lane, wanted: FaultCase, number: number): Promise<CaseResult> {
  const { client, store, clock, proxy } = lane;
  const dice = createDice(wanted.seed);
  const step: Step = wanted.operation === 'download' ? dice.of(['address', 'file']) : wanted.operation;
  const times = dice.between(1, 3);
  const began = performance.now();
  const name = `case-${number}.wav`;
  const source = path.join(lane.folder, name);
  // Another content each time: what was restored before is not restored again.
  writeTone(source, { seconds: dice.of([1, 2]), sampleRate: 8000, frequency: 100 + number / 7 });
  proxy.plan({ kind: wanted.kind, step, times, seed: wanted.seed });
  const { jobIds } = await client.queue.add({
    paths: [source],
    preset: {
      ...DEFAULT_BATCH_PRESET,
      models: ['service-2'],
      output: { kind: 'folder', path: path.join(lane.folder, 'out') },
    },
    start: true,
    connectionId: lane.connectionId,
  });
  const jobId = jobIds[0] ?? '';

  const helps: HelpGiven[] = [];
  const codes = new Set<ErrorCode>();
  let waitedFor: number | null = null;
  let end: CaseResult['end'] = 'stuck';
  while (performance.now() - began < STUCK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const { state } = store.jobs.get(jobId);
    if (state.kind === 'done' || state.kind === 'cancelled') {
      end = state.kind;
      break;
    }
    if (state.kind === 'waiting') {
      codes.add(state.reason.code);
      // What is still on its way arrives before the wait is over, as it would if nobody hurried.
      if (state.reason.code === 'keyRefused' && state.until === null) {
        // The person enters the key again.
        await proxy.waited();
        await lane.client.connections.setKey({ connectionId: lane.connectionId, key: lane.key, keep: 'memory' });
        continue;
      }
      if (state.until === null || state.until === waitedFor) continue;
      if (proxy.isBusy() && state.until - clock.now() > STEP_MS) {
        clock.move(STEP_MS);
        continue;
      }
      waitedFor = state.until;
      await proxy.waited();
      clock.move(Math.max(0, state.until - clock.now()));
    } else if (state.kind === 'failed' || state.kind === 'needs-you') {
      if (state.kind === 'failed') codes.add(state.error.code);
      if (helps.length === MOST_HELP) {
        end = state.kind;
        break;
      }
      await proxy.waited();
      helps.push({ what: await help(lane, jobId, helps), at: clock.now() });
    }
  }
  const facts = { lane, jobId, source, helps };
  const { starts, generations, wrongs } = await checkCase(facts);
  return {
    ...wanted,
    step,
    times,
    met: proxy.met(),
    end,
    helps,
    codes: [...codes],
    starts,
    generations,
    wrongs: [
      ...(end === 'done' ? [] : [`ended as ${end}`]),
      ...unfittingCodes(wanted.kind, step, codes).map((code) => `${code} does not fit`),
      ...wrongs,
    ],
    milliseconds: Math.round(performance.now() - began),
  };
}

/** What a person does who reads the sentence: tries again, asks once more, and only then orders it anew. */
async function help({ client, store }: Lane, jobId: string, before: readonly HelpGiven[]): Promise<Help> {
  if (store.jobs.get(jobId).state.kind === 'failed') {
    await client.queue.retry({ jobIds: [jobId] });
    return 'retry';
  }
  const answer = before.some(({ what }) => what === 'check-again') ? 'start-again' : 'check-again';
  await client.queue.answer({ jobId, answer });
  return answer;
}
