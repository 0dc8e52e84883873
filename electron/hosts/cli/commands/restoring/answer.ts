/** `cleartake answer`: a person's decision about a start that may or may not have reached the service. */

import { Argument } from 'commander';
import { modelOf } from '../../../../../shared/domain/models.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { jobName, priceInWords, THE_RESTORATION } from '../../reports/job-words.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { jobsWhere, namedJob } from '../../work/follow.ts';

/** What a person can decide about an uncertain start. */
const ANSWERS = ['check-again', 'start-again'] as const;
type Answer = (typeof ANSWERS)[number];

export function command(program: CliCommand): void {
  program
    .subcommand('answer', 'answer for a recording that needs attention: look for its start again, or start it again')
    .argument('<recording>', 'its name as `status` shows it, or its job id')
    .addArgument(new Argument('<answer>').choices(ANSWERS))
    .onDesk()
    .run(answerCommand);
}

/** Stores the answer; `resume` acts on it. @throws UsageError when no such recording waits for an answer */
export async function answerCommand(recording: string, answer: Answer, options: CommandOptions): Promise<ExitStatus> {
  return await withDesk(options, async (desk) => {
    const job = namedJob(await jobsWhere(desk.client, ({ state }) => state.kind === 'needs-you'), recording);
    await desk.client.queue.answer({ jobId: job.id, answer });
    const open = job.generations.find((generation) => generation.state === 'needs-you');
    const { model = null, amount = null } = open ?? {};
    const fields = { event: 'answered', id: job.id, name: job.name, answer, model, amount };
    const label = model === null ? THE_RESTORATION : modelOf(model).label;
    const words =
      answer === 'check-again'
        ? `\`cleartake resume\` looks again for a start of ${label}. That is free.`
        : `\`cleartake resume\` starts ${label} again, for ${priceInWords(amount)}. If the first start turns up after all, you pay for both.`;
    report(options, fields, `${jobName(job)}: ${words}`);
    return EXIT.done;
  });
}
