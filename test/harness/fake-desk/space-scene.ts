/** A data folder that has been used for a year. */

import type { BackupsView, ForeignProject, SpaceView } from '../../../shared/contract/care.ts';

export const SPACE: SpaceView = {
  surveyId: 'survey-1',
  free: 41_300_000_000,
  used: [
    { kind: 'results', files: 412, bytes: 38_200_000_000 },
    { kind: 'service', files: 1290, bytes: 61_900_000_000 },
    { kind: 'waveforms', files: 1648, bytes: 3_310_000_000 },
    { kind: 'saved', files: 3, bytes: 212_000_000 },
    { kind: 'set-aside', files: 11, bytes: 940_000_000 },
    { kind: 'database', files: 3, bytes: 21_400_000 },
    { kind: 'backups', files: 6, bytes: 98_000_000 },
    { kind: 'logs', files: 4, bytes: 16_100_000 },
  ],
  cleanups: [
    cleanup('waveforms', 1648, 3_310_000_000, [
      'library/recordings/0193a-77/peaks.bin',
      'library/recordings/0193a-78/peaks.bin',
    ]),
    cleanup('saved', 3, 212_000_000, ['library/saved/0193b-02/ep-041 interview (service-2).wav']),
    cleanup('set-aside', 8, 702_000_000, ['library/set-aside/0193c-11/4be1/ep-022 interview.wav']),
    cleanup('service-copies', 1180, 58_700_000_000, ['Season 4/ep-041 interview.wav', 'Season 4/ep-040 harbour.wav']),
    cleanup('delivered', 310, 29_400_000_000, [
      'Season 4/ep-041 interview.wav (Service 2.0)',
      'Season 4/ep-040 harbour.wav (Service 2.0)',
    ]),
    { ...cleanup('converted', 64, 6_100_000_000, ['Season 3/ep-031 call.wav (Service 3.5)']), paid: 18_720_000 },
    {
      ...cleanup('only-here', 2, 170_000_000, ['trial.wav (Service 3.5)', 'trial.wav (Service 2.0)']),
      paid: 540_000,
      unpriced: 1,
    },
  ],
};

/** What two recordings of History keep. */
export const JOB_FILES: SpaceView['cleanups'] = [
  cleanup('waveforms', 6, 12_400_000, ['library/recordings/0193a-77/peaks.bin']),
  cleanup('listening', 1, 48_000_000, ['library/listening/7a.opus']),
  cleanup('delivered', 1, 2_000_000_000, ['Season 4/ep-041 interview.wav (Service 2.0)']),
  { ...cleanup('only-here', 2, 170_000_000, ['trial.wav (Service 3.5)']), paid: 540_000, unpriced: 1 },
];

/** Made on another computer. */
export const FOREIGN: readonly ForeignProject[] = [
  { projectId: 'p1', name: 'ep-030 pilot.wav', generations: [{ model: 'service-3.5', status: 'complete' }] },
  {
    projectId: 'p2',
    name: 'harbour 03.flac',
    generations: [
      { model: 'service-2', status: 'complete' },
      { model: 'service-3.5', status: 'processing' },
    ],
  },
  { projectId: 'p3', name: 'phone call, second try.mp3', generations: [{ model: 'service-2', status: 'complete' }] },
];

const HOUR = 3_600_000;

/** Of one day in November. */
export const BACKUPS: BackupsView = {
  chosen: null,
  backups: ([5, 6, 7, 21, 300] as const).map((hours, index) => {
    const at = Date.UTC(2026, 10, 23, 20) - hours * HOUR;
    const kind = (['hourly', 'hourly', 'hourly', 'closing', 'replaced'] as const)[index] ?? 'hourly';
    const contents = { recordings: 412 - index * 3, results: 690 - index * 5, lastAt: at - 240_000 };
    return {
      name: `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')} ${kind}.sqlite`,
      kind,
      at,
      bytes: 19_600_000,
      contents,
    };
  }),
};

function cleanup(kind: SpaceView['cleanups'][number]['kind'], files: number, bytes: number, examples: string[]) {
  return { kind, files, bytes, examples, paid: 0, unpriced: 0 };
}
