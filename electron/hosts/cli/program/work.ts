/** Commands that restore recordings, and go on with what waits for somebody. */

import { Argument, type Command, Option } from 'commander';
import { HEADER_STYLES } from '../../../../shared/service-api/routes.ts';
import { withExportOptions } from '../export-options.ts';
import {
  ANSWERS,
  DUPLICATES,
  parseConcurrency,
  parseDownloadType,
  parseEach,
  parseModel,
  parsePrice,
  parseServiceAddress,
  parseTemplate,
  parseUsd,
} from '../parsers.ts';
import { HELP } from '../strings/help.ts';
import { COMMANDS, dataDir, type Finish, json } from './shared.ts';

export function addWorkCommands(program: Command, finish: Finish): void {
  withExportOptions(
    program.command('restore').description(HELP.restore.command).argument('[paths...]', HELP.restore.paths),
  )
    .option('--from-list <file>', HELP.restore.fromList, parseEach)
    .option('--model <model>', HELP.restore.model, parseModel)
    .option('--out <dir>', HELP.restore.out)
    .option('--flat', HELP.restore.flat)
    .option('--name <template>', HELP.restore.name, parseTemplate)
    .option('--preset <name>', HELP.restore.preset)
    .option('--type <type>', HELP.restore.type, parseDownloadType)
    .option('--restoration <name>', HELP.restore.restoration)
    .option('--again', HELP.restore.again)
    .addOption(
      new Option('--duplicates <answer>', HELP.restore.duplicates)
        .choices(DUPLICATES)
        .default('use')
        .conflicts('again'),
    )
    .addOption(new Option('--connection <name>', HELP.restore.connection).conflicts('baseUrl'))
    .option('--base-url <url>', HELP.restore.baseUrl, parseServiceAddress)
    .addOption(new Option('--header <style>', HELP.restore.header).choices(HEADER_STYLES))
    .option('--other-account', HELP.restore.otherAccount)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .option('--price <model=usd>', HELP.restore.price, parsePrice)
    .option('--cap <usd>', HELP.restore.cap, parseUsd)
    .addOption(new Option('--max-cost <usd>', HELP.restore.maxCost).argParser(parseUsd).conflicts('cap'))
    .addOption(new Option('--rehearsal', HELP.restore.rehearsal).conflicts(['baseUrl', 'connection']))
    .addOption(json())
    .addOption(dataDir())
    .action(async (paths, options) => finish(await (await COMMANDS.restore()).restoreCommand(paths, options)));

  program
    .command('quote')
    .description(HELP.quote)
    .argument('<paths...>', HELP.restore.paths)
    .option('--model <model>', HELP.restore.model, parseModel)
    .option('--preset <name>', HELP.restore.preset)
    .addOption(new Option('--connection <name>', HELP.restore.connection).conflicts('baseUrl'))
    .option('--base-url <url>', HELP.restore.baseUrl, parseServiceAddress)
    .option('--price <model=usd>', HELP.restore.price, parsePrice)
    .addOption(json())
    .addOption(dataDir())
    .action(async (paths, options) => finish(await (await COMMANDS.quote()).quoteCommand(paths, options)));

  program
    .command('resume')
    .description(HELP.resume.command)
    .option('--failed', HELP.resume.failed)
    .option('--base-url <url>', HELP.resume.baseUrl, parseServiceAddress)
    .option('--cap <usd>', HELP.resume.cap, parseUsd)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish(await (await COMMANDS.restore()).resumeCommand(options)));

  program
    .command('send')
    .description(HELP.send.command)
    .argument('[recordings...]', HELP.send.recordings)
    .option('--marked', HELP.send.marked)
    .option('--worst-minute', HELP.send.worstMinute)
    .requiredOption('--connection <name>', HELP.restore.connection)
    .option('--model <model>', HELP.send.model, parseModel)
    .option('--cap <usd>', HELP.send.cap, parseUsd)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .addOption(json())
    .addOption(dataDir())
    .action(async (recordings, options) => finish(await (await COMMANDS.send()).sendCommand(recordings, options)));

  program
    .command('watch')
    .description(HELP.watch.command)
    .argument('<folders...>', HELP.watch.folders)
    .option('--preset <name>', HELP.watch.preset)
    .option('--out <dir>', HELP.watch.out)
    .option('--flat', HELP.restore.flat)
    .option('--name <template>', HELP.restore.name, parseTemplate)
    .option('--cap <usd>', HELP.watch.cap, parseUsd)
    .option('--history-checked', HELP.watch.historyChecked)
    .option('--connection <name>', HELP.restore.connection)
    .option('--concurrency <n>', HELP.concurrency, parseConcurrency)
    .addOption(json())
    .addOption(dataDir())
    .action(async (folders, options) => finish(await (await COMMANDS.watch()).watchCommand(folders, options)));

  program
    .command('answer')
    .description(HELP.answer.command)
    .argument('<recording>', HELP.answer.recording)
    .addArgument(new Argument('<answer>').choices(ANSWERS))
    .addOption(json())
    .addOption(dataDir())
    .action(async (recording, answer, options) =>
      finish(await (await COMMANDS.answer()).answerCommand(recording, answer, options)),
    );

  program
    .command('download')
    .description(HELP.download.command)
    .argument('<recording>', HELP.download.recording)
    .option('--type <type>', HELP.download.type, parseDownloadType)
    .addOption(json())
    .addOption(dataDir())
    .action(async (recording, options) =>
      finish(await (await COMMANDS.download()).downloadCommand(recording, options)),
    );

  const review = program
    .command('review')
    .description(HELP.review.command)
    .addOption(json())
    .addOption(dataDir())
    .action(async (options) => finish((await COMMANDS.review()).listReviewCommand(options)));
  review
    .command('accept')
    .description(HELP.review.accept)
    .argument('[recordings...]', HELP.review.recordings)
    .addOption(json())
    .addOption(dataDir())
    .action(async (recordings, _, command) =>
      finish(await (await COMMANDS.review()).acceptCommand(recordings, command.optsWithGlobals())),
    );

  program
    .command('export')
    .description(HELP.exporting.command)
    .argument('[recordings...]', HELP.exporting.recordings)
    .requiredOption('--out <dir>', HELP.restore.out)
    .option('--flat', HELP.restore.flat)
    .option('--name <template>', HELP.restore.name, parseTemplate)
    .addOption(json())
    .addOption(dataDir())
    .action(async (recordings, options) => finish(await (await COMMANDS.export()).exportCommand(recordings, options)));
}
