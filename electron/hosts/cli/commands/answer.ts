/** `cleartake answer`: a person's decision about a start that may or may not have reached the service. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { jobsWhere } from '../follow.ts';
import { openForWork } from '../open-desk.ts';
import { print } from '../output/printer.ts';
import type { Answer } from '../parsers.ts';
import { jobName, priceInWords } from '../reports/job-words.ts';
import { jsonLine } from '../reports/printable.ts';
import { ANSWERED, JOB } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';

export interface AnswerOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** Stores the answer; `resume` acts on it. @throws UsageError when no such recording waits for an answer */
export async function answerCommand(recording: string, answer: Answer, options: AnswerOptions): Promise<ExitStatus> {
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const job = theOne(await jobsWhere(desk.client, ({ state }) => state.kind === 'needs-you'), recording);
    await desk.client.queue.answer({ jobId: job.id, answer });
    const open = job.generations.find((generation) => generation.state === 'needs-you');
    const { model = null, amount = null } = open ?? {};
    const fields = { event: 'answered', id: job.id, name: job.name, answer, model, amount };
    const label = model === null ? JOB.restoration : MODELS[model].label;
    const told =
      answer === 'check-again' ? ANSWERED.checkAgain(label) : ANSWERED.startAgain(label, priceInWords(amount));
    print(options.json === true ? jsonLine(fields) : `${jobName(job)}: ${told}`);
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

/** The one of these jobs that a person named. @param unknown words for none. @throws UsageError when there is none, or several */
export function theOne(
  asking: readonly JobView[],
  wanted: string,
  unknown: (name: string, all: string) => string = USAGE.recordingUnknown,
): JobView {
  const found = asking.filter(({ id, name, folder }) => [id, name, `${folder}/${name}`].includes(wanted));
  const [one, ...others] = found;
  if (one !== undefined && others.length === 0) return one;
  const all = (jobs: readonly JobView[]) => jobs.slice(0, 20).map((job) => `${jobName(job)} (${job.id})`);
  if (one !== undefined) {
    throw new UsageError(USAGE.recordingAmbiguous(wanted, all(found).join(', ')));
  }
  throw new UsageError(unknown(wanted, all(asking).join(', ')));
}
