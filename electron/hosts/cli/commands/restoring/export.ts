/** `cleartake export`: writes results that are there to a folder, as their presets say. */

import type { JobView } from '../../../../../shared/contract/views.ts';
import { type CommandOptions, withDesk } from '../../access/access.ts';
import { givenPath } from '../../access/given-paths.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, say } from '../../output/printer.ts';
import { jobName } from '../../reports/job-words.ts';
import { jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { SHARED_OPTIONS } from '../../syntax/options.ts';
import { jobsCalled, jobsWhere } from '../../work/follow.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('export', 'write results that are there to a folder, as their presets say')
    .argument('[recordings...]', 'names as `status` shows them, or job ids (default: all that have a result)')
    .addOption(SHARED_OPTIONS.out().makeOptionMandatory())
    .addOption(SHARED_OPTIONS.flat())
    .addOption(SHARED_OPTIONS.name())
    .onDesk()
    .examples('cleartake export --out delivered --name "{folder}/{date} {name}"')
    .run(exportCommand);
}

interface ExportOptions extends CommandOptions {
  readonly out: string;
  readonly flat?: boolean;
  /** The template for names of outputs, instead of each recording's own. */
  readonly name?: string;
}

/** @param wanted names or ids of jobs, all that have a result if empty. @throws UsageError for one without a result */
async function exportCommand(wanted: readonly string[], options: ExportOptions): Promise<ExitStatus> {
  const path = await givenPath(options.out);
  return await withDesk(options, async (desk) => {
    const finished = await jobsWhere(desk.client, ({ generations }) =>
      generations.some(({ state }) => state === 'stored'),
    );
    const jobs = wanted.length === 0 ? finished : wanted.flatMap((name) => finishedJobs(finished, name));
    if (jobs.length === 0) return EXIT.done;
    const exported = await desk.client.listening.export({
      jobIds: jobs.map(({ id }) => id),
      output: { kind: 'folder', path, layout: options.flat === true ? 'flat' : 'mirrored' },
      ...(options.name === undefined ? {} : { namingTemplate: options.name }),
    });
    const names = new Map(jobs.map((job) => [job.id, jobName(job)]));
    for (const { jobId, model, path: output, problem } of exported) {
      if (options.json === true) print(jsonLine({ event: 'exported', id: jobId, model, output, problem }));
      else if (output !== null) print(output);
      else say(`${names.get(jobId)}: ${problem ?? ''}`);
    }
    return exported.every(({ problem }) => problem === null) ? EXIT.done : EXIT.failed;
  });
}

function finishedJobs(jobs: readonly JobView[], wanted: string): JobView[] {
  const called = jobsCalled(jobs, wanted);
  if (called.length === 0)
    throw new UsageError(`No recording called ${wanted} has a result; \`cleartake status\` shows them.`);
  return called;
}
