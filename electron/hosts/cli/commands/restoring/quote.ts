/** `cleartake quote`: what restoring recordings would cost. Nothing is added, sent or started. */

import type { QuoteView } from '../../../../../shared/contract/queue/queue.ts';
import { minimumWords } from '../../../../../shared/domain/costs/minimum-words.ts';
import { otherFormatWords } from '../../../../../shared/domain/export/source-format.ts';
import { MODEL_IDS, modelOf } from '../../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../../shared/domain/units.ts';
import { type CommandOptions, takeKeyFromEnvironment, withDesk } from '../../access/access.ts';
import { givenPath, givenRecordings } from '../../access/given-paths.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { say } from '../../output/printer.ts';
import { partsInWords } from '../../reports/forecast.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { PATHS_HELP, SHARED_OPTIONS } from '../../syntax/options.ts';
import type { SettingOptions } from '../../work/preset-from.ts';
import { checkService, connectionFor, type ServiceChoice } from '../../work/run.ts';

const PERIODS = { batch: 'for the batch', day: 'a day', month: 'a month' };

export function command(program: CliCommand): void {
  program
    .subcommand('quote', 'tell what restoring recordings would cost; nothing is added or started')
    .argument('<paths...>', PATHS_HELP)
    .addOption(SHARED_OPTIONS.anyModel())
    .addOption(SHARED_OPTIONS.track())
    .addOption(SHARED_OPTIONS.preset())
    .addOption(SHARED_OPTIONS.out())
    .addOption(SHARED_OPTIONS.connection().conflicts('baseUrl'))
    .addOption(SHARED_OPTIONS.baseUrl())
    .addOption(SHARED_OPTIONS.price())
    .addOption(SHARED_OPTIONS.join())
    .addOption(SHARED_OPTIONS.splitChannels())
    .onDesk()
    .examples('cleartake quote episode-12/ --connection Studio --model service-3.5')
    .run(quoteCommand);
}

type QuoteOptions = CommandOptions &
  SettingOptions &
  Pick<ServiceChoice, 'connection' | 'baseUrl' | 'price'> & {
    readonly join?: boolean;
    readonly splitChannels?: boolean;
  };

/** Status 1 when something isn't in the quote, or couldn't be written where it is to go. */
export async function quoteCommand(given: readonly string[], asked: QuoteOptions): Promise<ExitStatus> {
  const options = asked.out === undefined ? asked : { ...asked, out: await givenPath(asked.out) };
  const paths = await givenRecordings(given);
  const key = takeKeyFromEnvironment();
  checkService(options, key);
  return await withDesk(options, async (desk) => {
    const connectionId = await connectionFor(desk, options, key);
    const { presetOn } = await import('../../work/preset-from.ts');
    const preset = await presetOn(desk.client, options);
    const { parts, quote, unusable } = await desk.client.queue.quotePaths({
      paths,
      preset,
      join: options.join ?? false,
      splitChannels: options.splitChannels ?? false,
      ...(connectionId === undefined ? {} : { connectionId }),
    });
    for (const { name, path, reason } of unusable) say(`${name ?? path}: ${reason}`);
    const apart = parts.filter(({ missing }) => options.join !== true || missing.length > 0);
    for (const line of partsInWords(apart)) say(line);
    if (quote.outputProblem !== null) say(`${quote.outputProblem} Choose another folder with --out.`);
    const labels = preset.models.map((model) => modelOf(model).label);
    report(options, { event: 'quote', ...quote, unusable, parts }, quoteInWords(quote, labels));
    return unusable.length === 0 && quote.outputProblem === null ? EXIT.done : EXIT.failed;
  });
}

/** @param labels of the models that were asked for */
function quoteInWords(quote: QuoteView, labels: readonly string[]): string[] {
  const { alternatives, connections, reusable, savedByHistory, secondsTaken } = quote;
  const lines = [
    `${countOf(quote.recordings, 'recording')}, ${formatDuration(quote.durationSeconds)} of audio, with ${labels.join(' + ')}`,
  ];
  for (const { amount, cap, isBuiltIn, name, threshold } of connections) {
    if (amount === null) lines.push(`${name}: cost unknown, because it has no price`);
    else if (amount === 0) lines.push(isBuiltIn ? `${name}: free` : 'Nothing to pay');
    else lines.push(`${name}: ${formatUsd(amount)} USD at most`);
    if (cap !== null)
      lines.push(`Cap: ${formatUsd(cap.cap)} USD ${PERIODS[cap.kind]}, ${formatUsd(cap.left)} USD left.`);
    if (threshold !== null)
      lines.push(`Passes the ${formatUsd(threshold)} USD billing threshold: the service will invoice then.`);
  }
  lines.push(...minimumWords(quote).map((words) => `${words}.`));
  const single = MODEL_IDS.map((model) => alternatives[model]);
  if (single.some((amount) => amount !== 0)) {
    for (const model of MODEL_IDS) {
      const amount = alternatives[model];
      if (amount !== null) lines.push(`${modelOf(model).label} alone: ${formatUsd(amount)} USD`);
    }
    const known = single.filter((amount) => amount !== null);
    if (known.length === single.length) {
      lines.push(`Both models: ${formatUsd(known.reduce((sum, amount) => sum + amount, 0))} USD`);
    }
  }
  if (reusable > 0 && savedByHistory) lines.push(`History saves ${formatUsd(savedByHistory)} USD.`);
  for (const other of quote.otherFormats ?? []) lines.push(`${otherFormatWords(other)}.`);
  if (secondsTaken !== null) {
    const [least, most] = [formatDuration(secondsTaken.least), formatDuration(Math.max(1, secondsTaken.most))];
    lines.push(
      secondsTaken.least < 1 ? `Takes up to ${most}.` : `Takes ${least === most ? 'about' : `${least} to`} ${most}.`,
    );
  }
  return lines;
}
