/** What listeners decided about takes: verdicts, blind tests, and notes. Kept on this computer only. */

import { z } from 'zod';
import { BLIND_TEST_KINDS, MOST_TRIALS, SIDES } from '../../domain/listening/blind-test.ts';
import {
  blindAnswer,
  newBlindTest,
  newVerdict,
  noteSchema,
  passageSchema,
  VERDICT_KINDS,
} from '../../domain/listening/verdict.ts';
import { call } from '../refusals.ts';

export const verdictView = z.object({
  id: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  kind: z.enum(VERDICT_KINDS),
  take: z.string(),
  /** The take's name as the page shows it. */
  takeLabel: z.string(),
  over: z.string().nullable(),
  overLabel: z.string().nullable(),
  listener: z.string(),
});
export type VerdictView = z.infer<typeof verdictView>;

export const blindTestView = z.object({
  id: z.string(),
  jobId: z.string(),
  recording: z.string(),
  kind: z.enum(BLIND_TEST_KINDS),
  first: z.string(),
  firstLabel: z.string(),
  second: z.string(),
  secondLabel: z.string(),
  seed: z.string(),
  trials: z.number(),
  answers: z.array(blindAnswer),
  passage: passageSchema.nullable(),
  listener: z.string(),
  startedAt: z.number(),
  /** Null before the last trial. */
  finishedAt: z.number().nullable(),
});
export type BlindTestView = z.infer<typeof blindTestView>;

export const opinionsView = z.object({
  /** Newest first. */
  verdicts: z.array(verdictView),
  /** Finished blind tests of recordings in the same folder, this one included; newest first. */
  tests: z.array(blindTestView),
  note: noteSchema,
  /** Who listened last, on any recording. */
  listener: z.string(),
});
export type OpinionsView = z.infer<typeof opinionsView>;

const keepRequest = z.object({
  jobId: z.string(),
  /** A result. */
  take: z.string(),
  /** Other outputs of the recording stay in the folder, or move to the library. */
  others: z.enum(['leave', 'set-aside']),
  listener: newVerdict.shape.listener,
});

const keptOutput = z.object({
  opinions: opinionsView,
  /** Null where outputs stay in the library. */
  path: z.string().nullable(),
  /** The second file, where its settings ask for one and it was missing. */
  also: z.string().nullable(),
  /** Why that couldn't be made; the result is kept all the same. */
  alsoProblem: z.string().nullable(),
  /** How many others were moved to the library. */
  setAside: z.number(),
  /** How many stayed, because somebody changed them or they are gone. */
  left: z.number(),
  problem: z.string().nullable(),
});

const ofJob = z.object({ jobId: z.string() });

export const verdictsContract = {
  ofJob: call.input(ofJob).output(opinionsView),
  give: call.input(newVerdict).output(opinionsView),
  /**
   * Keeps a result as the output: it is delivered unless it is there as its settings say, nothing is paid, and the verdict is recorded.
   * Where that isn't possible, `problem` says why and nothing has changed.
   */
  keepOutput: call.input(keepRequest).output(keptOutput),
  /** Takes a verdict back, with what keeping an output changed. It stays in the record, and no longer counts. */
  withdraw: call.input(ofJob.extend({ id: z.number().int() })).output(opinionsView),
  setNote: call.input(ofJob.extend(noteSchema.shape)).output(opinionsView),
  /** Gives many recordings a tag, or takes it away. @returns those that changed: with the opposite, that is undone */
  setTag: call
    .input(
      z.object({
        jobIds: z.array(z.string()).min(1).max(10_000),
        tag: noteSchema.shape.tags.element,
        isOn: z.boolean(),
      }),
    )
    .output(z.object({ jobIds: z.array(z.string()) })),
  startTest: call.input(newBlindTest).output(blindTestView),
  /**
   * Keeps one answer. The same answer to the same trial again changes nothing.
   * @throws REFUSED notPossibleNow for another trial than the next
   */
  answer: call
    .input(
      z.object({
        testId: z.string(),
        trial: z
          .number()
          .int()
          .min(0)
          .max(MOST_TRIALS - 1),
        side: z.enum(SIDES),
      }),
    )
    .output(blindTestView),
};
