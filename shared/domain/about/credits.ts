/** Whose recordings the restoration network was trained with, for Settings, the About panel and the licenses in packages. */

export interface Credit {
  readonly work: string;
  readonly by: string;
  /** Its name, with the version where there is one for all of the work. */
  readonly license: string;
}

/** `build/training/README.md` says what was taken of each, and where it is. */
export const TRAINING_CREDITS: readonly Credit[] = [
  { work: 'LibriSpeech', by: 'Vassil Panayotov, Guoguo Chen, Daniel Povey, Sanjeev Khudanpur', license: 'CC BY 4.0' },
  { work: 'Berlin Noise', by: 'Thomas Rosen', license: 'CC BY 4.0' },
  { work: 'Speech Commands', by: 'Pete Warden', license: 'CC BY 4.0' },
  { work: 'ESC-10', by: 'Karol J. Piczak and the authors his README names', license: 'CC BY 3.0' },
  {
    work: 'Sounds of freesound.org, in MAX Audio Classifier and Blanket',
    by: 'InspectorJ, joedeshon, Lemoncreme, joshuaempyre, mookie182, Hoerspielwerkstatt_HEF and others',
    license: 'CC BY and CC0',
  },
  {
    work: 'Asterisk sounds',
    by: 'Allison Smith, June Wallack, and the voices of the Italian and Russian prompts',
    license: 'CC BY-SA 3.0',
  },
  { work: '0 A.D.', by: 'Wildfire Games', license: 'CC BY-SA 3.0' },
  {
    work: 'Sounds and music of FreedroidRPG, SuperTuxKart, TORCS, Widelands, Unknown Horizons, LinCity-NG, Extreme Tux Racer, The Battle for Wesnoth, Warzone 2100, Drascula, Endgame: Singularity, Ardentryst, Oxygen, freedesktop.org, Deepin and Sonic Pi',
    by: 'their authors',
    license: 'the license of each Debian package',
  },
  { work: 'Speech-to-intent and wake-word benchmarks', by: 'Picovoice', license: 'Apache-2.0' },
  { work: 'dc_tts', by: 'Philipp Matthes', license: 'Apache-2.0' },
  { work: 'Kerstin', by: 'the Rhasspy project', license: 'CC0' },
  { work: 'GCompris voices', by: 'those in its list of public-domain recordings', license: 'public domain' },
];

const LICENSE_TEXTS: Readonly<Record<string, string>> = {
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC BY 3.0': 'https://creativecommons.org/licenses/by/3.0/',
  'CC BY-SA 3.0': 'https://creativecommons.org/licenses/by-sa/3.0/',
  'Apache-2.0': 'https://www.apache.org/licenses/LICENSE-2.0',
  CC0: 'https://creativecommons.org/publicdomain/zero/1.0/',
};

/** The address of a license's text, null where there is none for all of the work. */
export function licenseAddress({ license }: Credit): string | null {
  return LICENSE_TEXTS[license] ?? null;
}

/** One line. */
export function creditLine({ by, license, work }: Credit): string {
  return `${work}, by ${by} (${license})`;
}
