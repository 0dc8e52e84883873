/** How the help looks: widths, examples, and the hint below an error. */

import { redactSecretLookalikes } from '../../../platform/security/redaction.ts';
import { printText, sayText } from '../output/printer.ts';
import { outputColumns } from '../reports/text-width.ts';
import type { CliCommand } from '../syntax/cli-command.ts';

/** Without a terminal, and at most: longer lines are hard to read. */
const USUAL_COLUMNS = 80;
/** Narrower descriptions aren't wrapped any more. */
const NARROWEST = 16;

const STATUSES_AND_KEYS = `
Exit status:
  0  everything is done
  1  something failed; what succeeded is kept
  2  the command was called wrongly
  3  something needs you: billing, a key, a decision, or another program is
     using the data folder

Keys are never arguments. CLEARTAKE_API_KEY holds the key of a service,
CLEARTAKE_ADMIN_KEY an account’s admin key, CLEARTAKE_WEBHOOK_SECRET a signing
secret; --key-stdin, --key-file and --secret-file read them from elsewhere.

Run \`cleartake COMMAND --help\` for arguments, options and examples.`;

/** What subcommands inherit, so it comes before them. */
export function layOutHelp(program: CliCommand): void {
  const width = () => Math.min(USUAL_COLUMNS, outputColumns());
  program
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureOutput({
      getOutHelpWidth: width,
      getErrHelpWidth: width,
      writeOut: printText,
      writeErr: sayText,
      // An argument may be a secret that was put there by mistake.
      outputError: (text, write) => write(redactSecretLookalikes(text)),
    })
    .configureHelp({
      minWidthToWrap: NARROWEST,
      // Every command has options; its help lists them.
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    });
}

/** Once all commands are there. */
export function addExamples(program: CliCommand): void {
  program.addHelpText('after', STATUSES_AND_KEYS);
  for (const command of program.commands) addTo(command as CliCommand, 'cleartake');
  program.showHelpAfterError(hint('cleartake'));
}

function addTo(command: CliCommand, parent: string): void {
  const call = `${parent} ${command.name()}`;
  const examples = command.exampleLines.map((line) => `  ${line.replaceAll('\n', '\n    ')}`);
  if (examples.length > 0) command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.showHelpAfterError(hint(call));
  for (const child of command.commands) addTo(child as CliCommand, call);
}

function hint(call: string): string {
  return `Run \`${call} --help\` for its arguments and options.`;
}

function argumentTerm(argument: CliCommand['registeredArguments'][number]): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}
