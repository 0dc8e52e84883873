/** Options that several commands have. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { ALSO_FORMATS } from '../../../../shared/domain/batch/also-output.ts';
import { LEAST_BIT_RATE, MOST_BIT_RATE } from '../../../../shared/domain/export/bit-rates.ts';
import {
  EXPORT_CHANNELS,
  EXPORT_FORMATS,
  FILE_TIMES,
  HIGHEST_TRUE_PEAK,
  LONGEST_CROSS_FADE,
  LOUDEST_TARGET,
  LOWEST_TRUE_PEAK,
  QUIETEST_TARGET,
  USUAL_CROSS_FADE,
  VIDEO_OUTPUTS,
} from '../../../../shared/domain/export/settings.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { isNumberTemplate, TAG_NAMES, TAG_TOKENS, type TagTemplates } from '../../../../shared/domain/naming/tags.ts';
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
  tag: () =>
    new Option(
      '--tag <name=text>',
      `tag of the outputs (${TAG_NAMES.join(', ')}), with ${TAG_TOKENS.map((token) => `{${token}}`).join(', ')}; repeatable (default: those of the source, or the preset’s)`,
    ).argParser(parseTag),
  cover: () => new Option('--cover <file>', 'cover picture of the outputs, JPEG or PNG'),
  join: () => new Option('--join', 'make one recording of parts into which a recorder split it'),
  splitChannels: () =>
    new Option(
      '--split-channels',
      'make two recordings of each stereo one, left and right, as with a host on the left and a guest on the right',
    ).conflicts('join'),
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

/** Whether the second file is as loud as the first. */
const ALSO_LOUDNESS = ['first', 'none'] as const;

/** Recordings that a command adds. */
export const PATHS_HELP = 'recordings, folders and m3u playlists';

/** Gives a command the options of an export, from `--strength` to `--video`. Absent ones stay undefined: a preset may have them. */
export function withExportOptions<Of extends Command>(command: Of): Of {
  return command
    .option('--strength <0-1>', 'how much of the restoration to mix in (default: 1, or the preset’s)', parseStrength)
    .addOption(
      new Option(
        '--loudness <lufs>',
        'integrated loudness, for example -16; podcast is -16 for stereo and -19 for mono (default: none, or the preset’s)',
      ).argParser(parseLoudness),
    )
    .addOption(
      new Option(
        '--mono-loudness <lufs>',
        'loudness of outputs with one channel (default: as --loudness, or the preset’s)',
      ).argParser(parseTarget),
    )
    .addOption(
      new Option(
        '--true-peak <dbtp>',
        'highest true peak of outputs with a loudness (default: -1, or the preset’s)',
      ).argParser(parseTruePeak),
    )
    .option('--level-voices', 'raise quiet speakers to the loudness of the others (default: off, or the preset’s)')
    .option('--no-level-voices', 'leave them as they are, whatever the preset says')
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
    )
    .addOption(
      new Option(
        '--bit-rate <kbps>',
        'kbit/s of mp3, m4a and opus (default: usual for the format, or the preset’s)',
      ).argParser(parseWhole(LEAST_BIT_RATE, MOST_BIT_RATE)),
    )
    .addOption(
      new Option(
        '--video <output>',
        'what a video becomes: a video with the restored sound (picture), or the sound alone (default: picture, or the preset’s)',
      ).choices(VIDEO_OUTPUTS),
    );
}

/** Gives a command the options of a second file of each result. */
export function withAlsoOptions<Of extends Command>(command: Of): Of {
  return command
    .addOption(
      new Option(
        '--also-format <format>',
        'format of a second file of each result, made of the same restoration; none for no second file (default: none, or the preset’s)',
      ).choices([...ALSO_FORMATS, 'none']),
    )
    .addOption(
      new Option('--also-bit-rate <kbps>', 'kbit/s of a second file as mp3, m4a or opus').argParser(
        parseWhole(LEAST_BIT_RATE, MOST_BIT_RATE),
      ),
    )
    .addOption(
      new Option(
        '--also-loudness <which>',
        'loudness of the second file: first for that of the first file, leveled voices too; none to keep its level (default: none for flac and wav, first for mp3, m4a and opus, or the preset’s)',
      ).choices(ALSO_LOUDNESS),
    );
}

/** Gives a command the options of what is put before and after each recording. */
export function withBookendOptions<Of extends Command>(command: Of): Of {
  return command
    .addOption(new Option('--intro <file>', 'sound before each recording, as loud as it; none for none'))
    .addOption(new Option('--outro <file>', 'sound after each recording, as loud as it; none for none'))
    .addOption(
      new Option(
        '--cross-fade <seconds>',
        `seconds for which they overlap the recording, 0 to ${LONGEST_CROSS_FADE} (default: ${USUAL_CROSS_FADE}, or the preset’s)`,
      ).argParser(parseCrossFade),
    );
}

function parseCrossFade(value: string): number {
  const seconds = readNumber(value);
  if (seconds === null || seconds < 0 || seconds > LONGEST_CROSS_FADE)
    throw new InvalidArgumentError(`Use seconds from 0 to ${LONGEST_CROSS_FADE}.`);
  return seconds;
}

/** Adds to the tags that were given before. */
function parseTag(value: string, earlier: TagTemplates = {}): TagTemplates {
  const equals = value.indexOf('=');
  const name = TAG_NAMES.find((one) => one === value.slice(0, equals).trim().toLowerCase());
  if (equals < 0 || name === undefined) throw new InvalidArgumentError(`Use NAME=TEXT, with ${TAG_NAMES.join(', ')}.`);
  const text = value.slice(equals + 1);
  if (name === 'number' && !isNumberTemplate(text))
    throw new InvalidArgumentError(`“${text}” isn’t an episode number. Use digits, such as 12 or 3/12, or {n}.`);
  return { ...earlier, [name]: text };
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

function parseLoudness(value: string): number | null | 'podcast' {
  if (value === 'none') return null;
  return value === 'podcast' ? value : parseTarget(value);
}

function parseTarget(value: string): number {
  const loudness = readNumber(value);
  if (loudness === null || loudness < QUIETEST_TARGET || loudness > LOUDEST_TARGET) {
    throw new InvalidArgumentError(`Use LUFS from ${QUIETEST_TARGET} to ${LOUDEST_TARGET}, podcast, or none.`);
  }
  return loudness;
}

function parseTruePeak(value: string): number {
  const peak = readNumber(value);
  if (peak === null || peak < LOWEST_TRUE_PEAK || peak > HIGHEST_TRUE_PEAK) {
    throw new InvalidArgumentError(`Use dBTP from ${LOWEST_TRUE_PEAK} to ${HIGHEST_TRUE_PEAK}.`);
  }
  return peak;
}
