/** `cleartake review`: lists the results that the check before delivery sent to review, and delivers those that the person accepts. */

import { findingDetail, findingTitle } from '../../../../../shared/domain/integrity/strings.ts';
import { fileWordOf } from '../../../../../shared/domain/models.ts';
import { countOf } from '../../../../../shared/domain/units.ts';
import { type CommandOptions, withDesk, withStore } from '../../access/access.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { print } from '../../output/printer.ts';
import { jobName } from '../../reports/job-words.ts';
import { jsonLine } from '../../reports/printable.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { jobsWhere, namedJob } from '../../work/follow.ts';

export function command(program: CliCommand): void {
  const review = program
    .subcommand('review', 'show the results that failed the check before delivery, and why')
    .onDesk()
    .run(listReviewCommand);
  review
    .subcommand('accept', 'deliver results all the same, with the next resume')
    .argument('[recordings...]', 'names from review, or ids of their jobs; everything in review without one')
    .onDesk()
    .run((recordings: readonly string[], _options: CommandOptions, accept: CliCommand) =>
      acceptCommand(recordings, accept.optsWithGlobals()),
    );
}

/** Status 3 when something is in review, else 0. Reads the store without its lock. */
export function listReviewCommand(options: CommandOptions): Promise<ExitStatus> {
  return withStore(options, (store) => {
    const rows = store?.jobs.startedIn(['in-review']) ?? [];
    for (const { id, recordingId, state } of rows) {
      if (store === null || state.kind !== 'in-review') continue;
      const { folder, name } = store.recordings.get(recordingId);
      const held = state.held.map(({ findings, generationId }) => ({
        model: store.generations.get(generationId).model,
        result: store.results.get(generationId)?.path ?? null,
        findings,
      }));
      if (options.json === true) print(jsonLine({ id, name, folder, held }));
      else {
        print(jobName({ folder, name }));
        for (const { findings, model, result } of held) {
          for (const finding of findings)
            print(`  ${fileWordOf(model)}: ${findingTitle(finding)}. ${findingDetail(finding)}`);
          if (result !== null) print(`  kept at ${result}`);
        }
      }
    }
    if (options.json !== true)
      print(
        rows.length === 0
          ? 'Nothing is held for review.'
          : 'Listen to them, then run `cleartake review accept RECORDING`, or restore them again with `cleartake restore --again`.',
      );
    return rows.length === 0 ? EXIT.done : EXIT.needsPerson;
  });
}

/**
 * Accepts what is in review of these recordings, of all in review when none is named; `resume` delivers it.
 * @throws UsageError for an unknown recording
 */
export async function acceptCommand(recordings: readonly string[], options: CommandOptions): Promise<ExitStatus> {
  return await withDesk(options, async (desk) => {
    const inReview = await jobsWhere(desk.client, ({ state }) => state.kind === 'in-review');
    const chosen = recordings.length === 0 ? inReview : recordings.map((name) => namedJob(inReview, name));
    const jobIds = [...new Set(chosen.map(({ id }) => id))];
    const { changed } = jobIds.length === 0 ? { changed: 0 } : await desk.client.queue.accept({ jobIds });
    const words = `${countOf(changed, 'recording')} accepted. \`cleartake resume\` delivers what was held back.`;
    report(options, { event: 'accepted', jobIds }, words);
    return EXIT.done;
  });
}
