/** A command of the terminal: one of commander's, with the options that many share, its examples, and a run that ends with an exit status. */

import { Command, Option } from 'commander';
import { HEADER_STYLES } from '../../../../shared/service-api/routes.ts';
import type { ExitStatus } from '../exit-status.ts';
import { checkServiceAddress } from './parsers.ts';

/** Gets the command's arguments in order, then its options by name. */
type Run = (...words: never[]) => ExitStatus | Promise<ExitStatus>;

export class CliCommand extends Command {
  readonly #finish: (status: ExitStatus) => void;
  /** Calls that the help shows; a line break is indented. */
  readonly exampleLines: string[] = [];

  /** @param finish gets the status that the program exits with */
  constructor(name: string | undefined, finish: (status: ExitStatus) => void) {
    super(name);
    this.#finish = finish;
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.#finish);
  }

  subcommand(syntax: string, description: string): CliCommand {
    return this.command(syntax).description(description);
  }

  /** Has the last word in a command's definition. */
  run(run: Run): this {
    return this.action(async (...words) => this.#finish(await run(...(words as never[]))));
  }

  examples(...calls: readonly string[]): this {
    this.exampleLines.push(...calls);
    return this;
  }

  /** Works on the data folder of a desk, and reports for programs too. */
  onDesk(): this {
    return this.json().dataDir();
  }

  json(): this {
    return this.option('--json', 'one JSON object per line, for programs');
  }

  csv(help: string): this {
    return this.addOption(new Option('--csv', help).conflicts('json'));
  }

  dataDir(shown = true): this {
    const help = 'data folder (default: the application data folder of this computer)';
    return this.addOption(new Option('--data-dir <dir>', help).hideHelp(!shown));
  }

  /** Calls a service with an admin key. */
  onAccount(connection = 'a connection of the desk; its stored admin key is used, or its own'): this {
    return this.option('--connection <name>', connection)
      .option('--base-url <url>', 'a service by address', checkServiceAddress)
      .addOption(
        new Option('--header <style>', 'header that carries the key, for --base-url')
          .choices(HEADER_STYLES)
          .default('bearer'),
      )
      .option('--key-stdin', 'read the admin key from standard input; without it, from CLEARTAKE_ADMIN_KEY')
      .option('--key-file <file>', 'read the admin key from the first line of a file')
      .onDesk();
  }
}
