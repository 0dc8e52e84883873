/** Options that several commands have. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  EXPORT_CHANNELS,
  EXPORT_FORMATS,
  FILE_TIMES,
  LOUDEST_TARGET,
  QUIETEST_TARGET,
} from '../../../../shared/domain/export/settings.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { DEFAULT_NAMING_TEMPLATE, NAMING_TOKENS } from '../../../../shared/domain/naming/template.ts';
import { trackRuleSchema } from '../../../../shared/domain/tracks/track-rule.ts';
import { readNumber } from '../../../../shared/domain/units.ts';
import {
  parseModel,
  parseModelName,
  parseModelPrice,
  parseServiceAddress,
  parseTemplate,
  parseWhole,
} from './parsers.ts';

const TOKENS = NAMING_TOKENS.map((token) => `{${token}}`).join(', ');

/** Made anew for each command, which may add to them. */
export const SHARED_OPTIONS = {
  model: (usual = 'service-2') =>
    new Option('--model <model>', `${MODEL_IDS.join(' or ')}; repeat for both (default: ${usual})`).argParser(
      parseModel,
    ),
  anyModel: () =>
    new Option(
      '--model <model>',
      `${MODEL_IDS.join(' or ')}, or one of your own by its name; repeat for several (default: service-2)`,
    ).argParser(parseModelName),
  preset: () => new Option('--preset <name>', 'take the settings of this preset; other options change some of them'),
  out: () =>
    new Option(
      '--out <dir>',
      'folder for the outputs, with the folders that are restored (default: beside each source)',
    ),
  flat: () => new Option('--flat', 'all outputs together in the folder, without subfolders'),
  name: () =>
    new Option(
      '--name <template>',
      `name of the outputs, with / for folders and ${TOKENS} (default: ${DEFAULT_NAMING_TEMPLATE}, or the preset’s)`,
    ).argParser(parseTemplate),
  fileTime: () =>
    new Option(
      '--file-time <which>',
      'file date of the outputs: that of the source, or now (default: source, or the preset’s)',
    ).choices(FILE_TIMES),
  track: () =>
    new Option(
      '--track <which>',
      'audio tracks of files that have several: number, title or language, speech (the first in which somebody speaks), all, or default (what the file chooses)',
    ).argParser(parseTrack),
  join: () => new Option('--join', 'make one recording of parts into which a recorder split it'),
  connection: () => new Option('--connection <name>', 'a connection of the desk'),
  baseUrl: () =>
    new Option('--base-url <url>', 'address of a service; its key is read from CLEARTAKE_API_KEY').argParser(
      parseServiceAddress,
    ),
  price: () =>
    new Option('--price <model=usd>', 'price of that service per second; repeat for both models').argParser(
      parseModelPrice,
    ),
  concurrency: () =>
    new Option('--concurrency <n>', 'how many recordings to work on at the same time').argParser(parseWhole(1, 64)),
};

/** Recordings that a command adds. */
export const PATHS_HELP = 'recordings, folders and m3u playlists';

/** Gives a command `--strength`, `--loudness`, `--format` and `--channels`. Absent ones stay undefined: a preset may have them. */
export function withExportOptions<Of extends Command>(command: Of): Of {
  return command
    .option('--strength <0-1>', 'how much of the restoration to mix in (default: 1, or the preset’s)', parseStrength)
    .addOption(
      new Option(
        '--loudness <lufs>',
        'integrated loudness, for example -16 for stereo or -19 for mono; peaks never exceed -1 dBTP (default: none, or the preset’s)',
      ).argParser(parseLoudness),
    )
    .addOption(
      new Option('--format <format>', 'format of the outputs (default: source, or the preset’s)').choices(
        EXPORT_FORMATS,
      ),
    )
    .addOption(
      new Option(
        '--channels <channels>',
        'channels of the outputs; mono takes care of a silent side and of inverted polarity (default: source, or the preset’s)',
      ).choices(EXPORT_CHANNELS),
    );
}

function parseTrack(value: string): string {
  const read = trackRuleSchema.safeParse(value);
  if (!read.success) throw new InvalidArgumentError(read.error.issues[0]?.message ?? '');
  return read.data;
}

function parseStrength(value: string): number {
  const strength = readNumber(value);
  if (strength === null || strength < 0 || strength > 1) {
    throw new InvalidArgumentError('Use a number from 0 (the original) to 1 (all of the restoration).');
  }
  return strength;
}

function parseLoudness(value: string): number | null {
  if (value === 'none') return null;
  const loudness = readNumber(value);
  if (loudness === null || loudness < QUIETEST_TARGET || loudness > LOUDEST_TARGET) {
    throw new InvalidArgumentError(`Use LUFS from ${QUIETEST_TARGET} to ${LOUDEST_TARGET}, or none.`);
  }
  return loudness;
}
