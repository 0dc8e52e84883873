import { describe, expect, test } from 'vitest';
import {
  candidatesAmong,
  type PartFile,
  SIZE_LIMITS,
  splitRecordings,
} from '../../../../electron/core/library/joining/split-parts.ts';
import type { PartFacts } from '../../../../shared/engine-api/messages.ts';

const LIMIT = 1_000_000;
const START = Date.UTC(2026, 0, 31, 9);
const WAV: PartFacts = {
  ...{ audioStreams: 1, bitDepth: 24, channelLayout: 'stereo', channels: 2, codec: 'pcm_s24le', container: 'wav' },
  ...{ began: null, durationSeconds: 100, hasVideo: false, sampleRate: 48_000 },
};

interface Given extends PartFile {
  readonly facts: PartFacts;
}

/** All a day apart and small, unless said otherwise. */
function file(name: string, { facts = {}, ...of }: Partial<PartFile> & { facts?: Partial<PartFacts> } = {}): Given {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  return {
    ...{ name, path: `/card/${name}`, place: '/card' },
    bytes: 5000,
    modifiedAt: START + number * 86_400_000,
    ...of,
    facts: { ...WAV, ...facts },
  };
}

function recordingsIn(files: readonly Given[], limits: readonly number[] = [LIMIT]) {
  return splitRecordings(candidatesAmong(files, limits), ({ facts }) => facts, limits).map(({ missing, parts }) => [
    parts.map(({ name }) => name),
    ...(missing.length > 0 ? [missing] : []),
  ]);
}

const named = (...names: readonly string[]) => recordingsIn(names.map((name) => file(name)));

describe('what recorders name parts, and nothing else, is recognized by its name', () => {
  test.each([
    ['ZOOM0001.WAV', 'ZOOM0001-0002.WAV', 'ZOOM0001-0003.WAV'],
    ['ZOOM0001_LR.WAV', 'ZOOM0001_LR-0002.WAV'],
    ['ZOOM0001_LR.WAV', 'ZOOM0001-0002_LR.WAV'],
    ['ZOOM0004_LR-0001.WAV', 'ZOOM0004_LR-0002.WAV'],
    ['230101_0001_Tr1.WAV', '230101_0001_Tr1-0002.WAV'],
    ['160101_0001.wav', '160101_0001_01.wav', '160101_0001_02.wav'],
    ['LS200001.WAV', 'LS200001_01.WAV'],
    ['GOPR0042.WAV', 'GP010042.WAV', 'GP020042.WAV'],
    ['GH010042.WAV', 'GH020042.WAV'],
  ])('%s, %s', (...names) => {
    expect(named(...names.toReversed())).toEqual([[names]]);
  });

  test('each recording by itself', () => {
    expect(named('ZOOM0001.WAV', 'ZOOM0001-0002.WAV', 'ZOOM0002.WAV', 'ZOOM0003.WAV', 'ZOOM0003-0002.WAV')).toEqual([
      [['ZOOM0001.WAV', 'ZOOM0001-0002.WAV']],
      [['ZOOM0003.WAV', 'ZOOM0003-0002.WAV']],
    ]);
    expect(named('230101_0001_Tr1.WAV', '230101_0001_Tr2.WAV', '230101_0001_Tr1-0002.WAV')).toHaveLength(1);
  });

  test('a part that isn’t there is named', () => {
    expect(named('ZOOM0001.WAV', 'ZOOM0001-0003.WAV')).toEqual([
      [['ZOOM0001.WAV', 'ZOOM0001-0003.WAV'], ['ZOOM0001-0002.WAV']],
    ]);
  });

  test('other formats and videos aren’t joined', () => {
    const other = (facts: Partial<PartFacts>) =>
      recordingsIn([file('ZOOM0001.WAV'), file('ZOOM0001-0002.WAV', { facts })]);
    for (const facts of [{ sampleRate: 44_100 }, { channels: 1 }, { codec: 'pcm_s16le' }, { bitDepth: 16 }])
      expect(other(facts)).toEqual([]);
    expect(
      recordingsIn(['GH010042.MP4', 'GH020042.MP4'].map((name) => file(name, { facts: { hasVideo: true } }))),
    ).toEqual([]);
  });
});

describe('numbers that follow are not enough', () => {
  test('takes, tracks, dates and episodes', () => {
    expect(named('TASCAM_0001.wav', 'TASCAM_0002.wav', '230101_0001.wav', '230101_0002.wav')).toEqual([]);
    expect(named('take 1.wav', 'take 2.wav', 'Interview 2024.wav', 'Interview 2024_01.wav')).toEqual([]);
    expect(named('230101.wav', '230101_0930.wav', '230101_0931.wav')).toEqual([]);
  });

  test('a full file goes on in the next', () => {
    const full = (name: string) => file(name, { bytes: LIMIT - 2000 });
    const files = [full('TASCAM_0001.wav'), full('TASCAM_0002.wav'), file('TASCAM_0003.wav'), file('TASCAM_0004.wav')];
    expect(recordingsIn(files)).toEqual([[['TASCAM_0001.wav', 'TASCAM_0002.wav', 'TASCAM_0003.wav']]]);
    expect(SIZE_LIMITS).toContain(2 ** 31);
  });

  test('tracks that were recorded together aren’t parts, however full', () => {
    const full = (name: string) => file(name, { bytes: LIMIT, modifiedAt: START });
    expect(recordingsIn([full('song_1.wav'), full('song_2.wav')])).toEqual([]);
    expect(recordingsIn([full('song Tr1.wav'), full('song Tr2.wav')])).toEqual([]);
  });

  test('the count of samples since midnight decides', () => {
    const at = (name: string, seconds: number) =>
      file(name, {
        bytes: 2_000_000,
        modifiedAt: START + Number(name.slice(1, 3)) * 100_000,
        facts: { began: { date: '2026-01-31', seconds, isExact: true } },
      });
    expect(recordingsIn([at('T01.wav', 86_350), at('T02.wav', 50), at('T03.wav', 151)])).toEqual([
      [['T01.wav', 'T02.wav']],
    ]);
  });

  test('the time at which a file was closed tells when the next began', () => {
    const closed = (name: string, seconds: number, durationSeconds: number) =>
      file(name, { bytes: 2_000_000, modifiedAt: START + seconds * 1000, facts: { durationSeconds } });
    const files = [closed('rec 1.mp3', 1800, 1800), closed('rec 2.mp3', 3601, 1800), closed('rec 3.mp3', 4000, 350)];
    expect(recordingsIn(files)).toEqual([[['rec 1.mp3', 'rec 2.mp3']]]);
  });
});
