/** The options of an export, the same wherever one is asked for on the command line. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  DEFAULT_STRENGTH,
  EXPORT_FORMATS,
  LOUDEST_TARGET,
  QUIETEST_TARGET,
} from '../../../shared/domain/export-settings.ts';

/** Gives a command `--strength`, `--loudness` and `--format`. */
export function withExportOptions(command: Command): Command {
  return command
    .option('--strength <0-1>', 'how much of the restoration is mixed in', parseStrength, DEFAULT_STRENGTH)
    .addOption(
      new Option('--loudness <lufs>', 'integrated loudness, as -16 for stereo or -19 for mono, peaks at most -1 dBTP')
        .argParser(parseLoudness)
        .default(null, 'none'),
    )
    .addOption(new Option('--format <format>', 'format of the outputs').choices(EXPORT_FORMATS).default('source'));
}

function parseStrength(value: string): number {
  const strength = Number(value);
  if (value.trim() === '' || !(strength >= 0 && strength <= 1)) {
    throw new InvalidArgumentError('It is a number from 0, the original, to 1, all of the restoration.');
  }
  return strength;
}

function parseLoudness(value: string): number | null {
  if (value === 'none') return null;
  const loudness = Number(value);
  if (value.trim() === '' || !(loudness >= QUIETEST_TARGET && loudness <= LOUDEST_TARGET)) {
    throw new InvalidArgumentError(`It is LUFS from ${QUIETEST_TARGET} to ${LOUDEST_TARGET}, or none.`);
  }
  return loudness;
}
