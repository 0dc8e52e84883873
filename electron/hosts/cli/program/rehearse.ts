/** Rehearsals of Cleartake's own service. */

import { Argument, type Command, InvalidArgumentError } from 'commander';
import { FAULT_KINDS, FAULT_PLACES } from '../../../../shared/service-api/rehearsal.ts';
import { parseWhole } from '../parsers.ts';
import { REHEARSE_HELP, REHEARSE_INVALID } from '../strings/rehearse.ts';
import { adminCommand, COMMANDS, type Finish } from './shared.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function addRehearseCommands(program: Command, finish: Finish): void {
  const rehearse = program.command('rehearse').description(REHEARSE_HELP.command);
  const command = (syntax: string, description: string) =>
    adminCommand(rehearse, syntax, description, REHEARSE_HELP.connection);
  command('status', REHEARSE_HELP.status).action(async (options) =>
    finish(await (await COMMANDS.rehearse()).showRehearsal(options)),
  );
  command('slow', REHEARSE_HELP.slow)
    .option('--calls <seconds>', REHEARSE_HELP.calls, parseSeconds(HOUR_MS))
    .option('--restorations <seconds>', REHEARSE_HELP.restorations, parseSeconds(DAY_MS))
    .option('--calls-per-minute <n>', REHEARSE_HELP.perMinute, parseLimit)
    .action(async (options) => finish(await (await COMMANDS.rehearse()).slow(options)));
  command('fail', REHEARSE_HELP.fail)
    .addArgument(new Argument('<place>').choices(Object.keys(FAULT_PLACES)))
    .addArgument(new Argument('<kind>').choices(FAULT_KINDS))
    .option('--times <n>', REHEARSE_HELP.times, parseWhole(1, 1_000_000), 1)
    .action(async (place, kind, options) => finish(await (await COMMANDS.rehearse()).fail(place, kind, options)));
  command('payments', REHEARSE_HELP.payments)
    .addArgument(new Argument('<answer>').choices(['declined', 'accepted']))
    .action(async (answer, options) =>
      finish(await (await COMMANDS.rehearse()).setPayments(answer === 'declined', options)),
    );
  command('expire-links', REHEARSE_HELP.expireLinks).action(async (options) =>
    finish(await (await COMMANDS.rehearse()).expireLinks(options)),
  );
  command('clock', REHEARSE_HELP.clock)
    .addArgument(new Argument('<forward>').argParser(parseDuration))
    .action(async (forward, options) => finish(await (await COMMANDS.rehearse()).moveClock(forward, options)));
  command('end', REHEARSE_HELP.end).action(async (options) =>
    finish(await (await COMMANDS.rehearse()).endRehearsal(options)),
  );
}

/** @returns milliseconds */
function parseSeconds(mostMs: number): (text: string) => number {
  return (text) => {
    const ms = /^\d+(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
    if (!(ms <= mostMs)) throw new InvalidArgumentError(REHEARSE_INVALID.seconds(mostMs / 1000));
    return ms;
  };
}

function parseLimit(text: string): number | null {
  return text === 'none' ? null : parseWhole(1, 1_000_000)(text);
}

/** `36h` or `5d`. @returns milliseconds */
function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? [];
  const ms = Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS);
  if (!(ms >= 1 && ms <= 366 * DAY_MS)) throw new InvalidArgumentError(REHEARSE_INVALID.duration);
  return ms;
}
