/** The options of an export, shared by `restore` and `engine export`. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXPORT_FORMATS, LOUDEST_TARGET, QUIETEST_TARGET } from '../../../shared/domain/export/settings.ts';
import { HELP } from './strings/help.ts';
import { INVALID } from './strings/usage.ts';

/** Gives a command `--strength`, `--loudness` and `--format`. Absent ones stay undefined: a preset may have them. */
export function withExportOptions(command: Command): Command {
  return command
    .option('--strength <0-1>', HELP.export.strength, parseStrength)
    .addOption(new Option('--loudness <lufs>', HELP.export.loudness).argParser(parseLoudness))
    .addOption(new Option('--format <format>', HELP.export.format).choices(EXPORT_FORMATS));
}

function parseStrength(value: string): number {
  const strength = Number(value);
  if (value.trim() === '' || !(strength >= 0 && strength <= 1)) {
    throw new InvalidArgumentError(INVALID.strength);
  }
  return strength;
}

function parseLoudness(value: string): number | null {
  if (value === 'none') return null;
  const loudness = Number(value);
  if (value.trim() === '' || !(loudness >= QUIETEST_TARGET && loudness <= LOUDEST_TARGET)) {
    throw new InvalidArgumentError(INVALID.loudness(QUIETEST_TARGET, LOUDEST_TARGET));
  }
  return loudness;
}
