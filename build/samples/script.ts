/** The script of the sample recordings: speakers, texts, rooms, and what is wrong with each recording. */

export interface Line {
  /** An espeak-ng voice. */
  readonly voice: string;
  /** Words a minute. */
  readonly speed: number;
  /** 0 to 99. */
  readonly pitch: number;
  /** -1 is left, 1 is right. */
  readonly place: number;
  readonly text: string;
}

export interface Trouble {
  /** Reverberation time in seconds, and how loud it is against the voice, linear. */
  readonly room: { readonly seconds: number; readonly level: number };
  /** Mains frequency in Hz and level, linear; null without hum. */
  readonly hum: { readonly mains: number; readonly level: number } | null;
  readonly noise: {
    readonly level: number;
    /** 0 is white; toward 1 only the rumble is left. */
    readonly darkness: number;
    /** Slow swells, as of a passing train: part of the level and seconds for one. */
    readonly swell: { readonly depth: number; readonly seconds: number };
  };
  /** Single knocks a minute. */
  readonly knocks: number;
}

export interface Sample {
  readonly file: string;
  readonly title: string;
  readonly trouble: string;
  readonly seed: number;
  readonly channels: 1 | 2;
  /** Hz. */
  readonly sampleRate: number;
  /** Encoder options for ffmpeg. */
  readonly encoding: readonly string[];
  readonly lines: readonly Line[];
  readonly sound: Trouble;
}

export const SAMPLES: readonly Sample[] = [
  {
    file: 'kitchen-interview.m4a',
    title: 'Interview in the kitchen',
    trouble: 'The refrigerator hums through the whole conversation',
    seed: 101,
    channels: 2,
    sampleRate: 44_100,
    encoding: ['-c:a', 'aac', '-b:a', '160k'],
    lines: [
      {
        voice: 'en-us+f3',
        speed: 152,
        pitch: 52,
        place: -0.35,
        text: 'You have made more than two hundred episodes now, and most of them right here at this table. Did you ever think of renting a studio?',
      },
      {
        voice: 'en-gb+m3',
        speed: 146,
        pitch: 38,
        place: 0.35,
        text: 'I did, once. It was beautifully quiet, and nobody relaxed. Here people get a cup of tea, and after ten minutes they forget the microphone is on.',
      },
    ],
    sound: {
      room: { seconds: 0.25, level: 0.16 },
      hum: { mains: 50, level: 0.05 },
      noise: { level: 0.006, darkness: 0.5, swell: { depth: 0.1, seconds: 7 } },
      knocks: 0,
    },
  },
  {
    file: 'train-diary.mp3',
    title: 'Voice diary on a train',
    trouble: 'Wheels and wind nearly drown the voice',
    seed: 202,
    channels: 1,
    sampleRate: 44_100,
    encoding: ['-c:a', 'libmp3lame', '-b:a', '128k'],
    lines: [
      {
        voice: 'en-gb-scotland+f2',
        speed: 150,
        pitch: 48,
        place: 0,
        text: 'Day four of the tour. I am recording this between two towns, because the idea will be gone by tonight. What if the last episode starts with the applause, and then we go backwards, one city at a time, until we are back in the room where nobody knew our names?',
      },
    ],
    sound: {
      room: { seconds: 0.12, level: 0.05 },
      hum: null,
      noise: { level: 0.075, darkness: 0.93, swell: { depth: 0.6, seconds: 4.3 } },
      knocks: 70,
    },
  },
  {
    file: 'hotel-monologue.flac',
    title: 'Monologue in a hotel room',
    trouble: 'Air conditioning hisses, and the bare walls answer',
    seed: 303,
    channels: 1,
    sampleRate: 32_000,
    encoding: ['-c:a', 'flac', '-sample_fmt', 's16', '-compression_level', '12'],
    lines: [
      {
        voice: 'en-us+m7',
        speed: 148,
        pitch: 42,
        place: 0,
        text: 'Good evening, and sorry about the sound tonight. The studio is a bed, two pillows and a lamp. But I promised you the story of the missing tapes, and the story does not care where I tell it. It begins, like so many things in radio, with somebody pressing the wrong button.',
      },
    ],
    sound: {
      room: { seconds: 0.45, level: 0.3 },
      hum: { mains: 60, level: 0.006 },
      noise: { level: 0.022, darkness: 0.25, swell: { depth: 0.15, seconds: 11 } },
      knocks: 0,
    },
  },
];
