import { expect, test } from 'vitest';
import { isSameFormat } from '../../../shared/domain/export/format-change.ts';
import { leftOutSentence, levelSentence, voicesWords } from '../../../shared/domain/export/left-out-words.ts';
import { type OutputNote, outputChannels, outputNotes } from '../../../shared/domain/quality/channel-notes.ts';
import { channelNoteDetail, channelNoteTitle } from '../../../shared/domain/quality/strings.ts';

const FORMAT: OutputNote = {
  kind: 'format',
  from: { extension: 'amr', codec: 'amr_nb' },
  to: { extension: 'wav', codec: 'pcm_s16le' },
};

const words = (notes: readonly OutputNote[]) =>
  notes.map((one) => `${channelNoteTitle(one)}. ${channelNoteDetail(one)}`);
const recording = { channels: 6, sampleRate: 96_000, channelNotes: [FORMAT] };

test('before Start it is said what the format of the output can’t keep', () => {
  expect(words(outputNotes(recording, {}))).toEqual(['Saved as WAV. Cleartake doesn’t write .amr files.']);
  expect(words(outputNotes(recording, { format: 'mp3' }))).toEqual([
    '6 channels are mixed down. The center keeps its level: −3 dB on each side. Choose another format to keep all channels.',
    'Converted to 48 kHz. This format can’t hold 96 kHz.',
  ]);
  expect(outputNotes(recording, { downloadType: 'mp3' }).map(({ kind }) => kind)).toEqual(['mixed-down', 'resampled']);
  expect(outputNotes(recording, { format: 'wav24' })).toEqual([]);
  // What a row was told with its own settings isn't told again with others.
  const video = { channels: 2, sampleRate: 48_000, hasVideo: true, channelNotes: [] };
  const told = outputNotes(video, { intro: '/a.wav' });
  expect(outputNotes({ ...video, channelNotes: told }, { intro: '/a.wav' })).toEqual([{ kind: 'no-bookends' }]);
  expect(outputNotes({ ...video, channelNotes: told }, { video: 'sound', intro: '/a.wav' })).toEqual([]);
});

test('a format is the same under other names, and another with other sound', () => {
  const change = (from: string, codec: string, to: string, made: string) =>
    isSameFormat({ from: { extension: from, codec }, to: { extension: to, codec: made } });
  expect(change('mp4', 'aac', 'm4a', 'aac')).toBe(true);
  expect(change('ogg', 'opus', 'opus', 'opus')).toBe(true);
  expect(change('wav', 'pcm_u8', 'wav', 'pcm_s16le')).toBe(true);
  expect(change('wav', 'pcm_mulaw', 'wav', 'pcm_s16le')).toBe(false);
  expect(change('ogv', 'vorbis', 'mkv', 'vorbis')).toBe(false);
});

test('sound that changes in its file, and a picture that is lost, are named', () => {
  const [from, to] = [
    { extension: 'wmv', codec: 'wmav2' },
    { extension: 'wmv', codec: 'mp3' },
  ];
  expect(words([{ kind: 'format', from, to }])).toEqual([
    'Sound saved as MP3. Cleartake doesn’t write WMA into .wmv files.',
  ]);
  const alone = { extension: 'm4a', codec: 'aac' };
  expect(words([{ kind: 'format', from, to: alone, losesPicture: true }])).toEqual([
    'Saved without its picture. No format that Cleartake writes can hold this picture: the sound alone is saved, as M4A.',
  ]);
});

test('what a format could not hold is one sentence', () => {
  const tracks = [{ kind: 'audio', number: 2, codec: 'apac' }] as const;
  expect(leftOutSentence({ tracks: [...tracks], pictures: 1, chapters: 0, tags: ['genre'], chunks: ['cue '] })).toBe(
    'This format can’t hold: audio track 2 (apac), cover art, the tag genre, markers.',
  );
});

test('a clip whose loudness can’t be measured, and one that had to be made quieter, say so', () => {
  expect(levelSentence({ before: { loudness: null }, gain: 0 })).toContain('its level stays');
  expect(levelSentence({ before: { loudness: -20 }, gain: 4 })).toBeNull();
  expect(levelSentence({ before: { loudness: -8 }, gain: -9.5, lowered: true })).toContain('9.5 dB quieter');
  expect(voicesWords({ raised: 8.4, lowered: 2 })).toBe('quiet voices raised by up to 8 dB');
  expect(voicesWords({ raised: 0.2, lowered: 2 })).toBe('loud voices lowered by up to 2 dB');
  expect(voicesWords({ raised: 0, lowered: 0 })).toBe('voices were level already');
});

test('an output that peaks keep below its loudness says so, and one that reaches it does not', () => {
  const figures = { before: { loudness: -31 }, gain: 19, limited: true, target: -16 };
  expect(levelSentence({ ...figures, after: { loudness: -16.4 } })).toBe('−16.4 LUFS instead of −16.0: peaks limited.');
  expect(levelSentence({ ...figures, after: { loudness: -16.1 } })).toBeNull();
  expect(levelSentence({ ...figures, limited: false, after: { loudness: -16.4 } })).toBeNull();
});

test('an output has one channel where a side is silent and that is wanted', () => {
  const stereo = { channels: 2, channelNotes: [{ kind: 'silent-side', side: 'left' }] } as const;
  expect(outputChannels(stereo, { channels: 'mono-if-silent' })).toBe(1);
  expect(outputChannels(stereo, {})).toBe(2);
  expect(outputChannels({ ...stereo, channelNotes: [] }, { channels: 'mono-if-silent' })).toBe(2);
  expect(outputChannels({ channels: null, channelNotes: [] }, { channels: 'mono' })).toBe(1);
});
