/** How the help looks: widths, examples, and the hint below an error. */

import type { Command } from 'commander';
import { redactSecretLookalikes } from '../../../platform/security/redaction.ts';
import { printText, tellText } from '../output/printer.ts';
import { outputColumns } from '../reports/text-width.ts';
import { EXAMPLES, HELP_LAYOUT } from '../strings/examples.ts';

/** Without a terminal, and at most: longer lines are hard to read. */
const USUAL_COLUMNS = 80;
/** Narrower descriptions aren't wrapped any more. */
const NARROWEST = 16;

/** What subcommands inherit, so it comes before them. */
export function layOutHelp(program: Command): void {
  const width = () => Math.min(USUAL_COLUMNS, outputColumns());
  program
    .helpOption('-h, --help', HELP_LAYOUT.help)
    .helpCommand('help [command]', HELP_LAYOUT.helpCommand)
    .configureOutput({
      getOutHelpWidth: width,
      getErrHelpWidth: width,
      writeOut: printText,
      writeErr: tellText,
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
export function addExamples(program: Command): void {
  program.addHelpText('after', `\n${HELP_LAYOUT.program.join('\n')}`);
  for (const command of program.commands) addTo(command, []);
  program.showHelpAfterError(HELP_LAYOUT.hint('cleartake'));
}

function addTo(command: Command, parents: readonly string[]): void {
  const names = [...parents, command.name()];
  const path = names.join(' ');
  const examples = EXAMPLES[path];
  if (examples !== undefined) {
    command.addHelpText(
      'after',
      `\n${HELP_LAYOUT.examples}\n${examples.map((line) => `  ${line.replaceAll('\n', '\n    ')}`).join('\n')}`,
    );
  }
  command.showHelpAfterError(HELP_LAYOUT.hint(`cleartake ${path}`));
  for (const child of command.commands) addTo(child, names);
}

function argumentTerm(argument: Command['registeredArguments'][number]): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}
