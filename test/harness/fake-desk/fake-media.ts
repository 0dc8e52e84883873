/** Sound and pictures of the fake desk's takes: a voice of sums of sines, and noise that the models take away. */

import { readRange } from '../../../electron/platform/http/byte-ranges.ts';
import { MEDIA_PATHS } from '../../../shared/contract/page/media-addresses.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { encodePeaks, PEAK_LEVELS, type PeakLevel } from '../../../shared/engine-api/peaks-format.ts';

const RATE = 48_000;
/** Of a conversation. */
const TURN_SECONDS = 3;
/** Of a voice in the other side. */
const LEAK = 0.05;

/** How much of the noise a take still has, 0 to 1. */
function noiseIn(take: string): number {
  if (take.startsWith('original:')) return 1;
  if (take.startsWith('difference:')) return take.includes('service-3.5@') ? 0.97 : 0.86;
  return take.endsWith('service-3.5') ? 0.03 : 0.14;
}

/** Loudness of the voice at a second, 0 to 1: phrases with pauses between them. */
export function voiceEnvelope(second: number): number {
  const phrase = Math.sin(second * 0.9) * 0.55 + Math.sin(second * 0.37 + 1.3) * 0.5 + Math.sin(second * 2.1) * 0.22;
  const syllable = 0.55 + 0.45 * Math.abs(Math.sin(second * 9.3));
  return Math.min(1, Math.max(0, phrase)) * syllable * 0.8;
}

function hash(value: number): number {
  const mixed = Math.sin(value * 12.9898) * 43_758.5453;
  return (mixed - Math.floor(mixed)) * 2 - 1;
}

/** One sample of a take, the same for the same second whatever the rate. */
export function sampleAt(take: string, second: number): number {
  const pitch = 2 * Math.PI * 128 * second;
  const voice = Math.sin(pitch) * 0.5 + Math.sin(pitch * 2.01) * 0.3 + Math.sin(pitch * 5.02) * 0.2;
  const hum = Math.sin(2 * Math.PI * 50 * second) * 0.06;
  return voiceIn(take) * voice * voiceEnvelope(second) * 0.7 + noiseIn(take) * (hum + hash(second * 1000) * 0.12);
}

/** Whose turn it is in a conversation with one voice on each side: host left, guest right. */
function isTurnOf(side: 0 | 1, second: number): boolean {
  return Math.floor(second / TURN_SECONDS) % 2 === side;
}

export function fakePcm(
  take: string,
  from: number,
  frames: number,
  rate: number,
  duration: number,
  twoVoices = false,
): Float32Array {
  const samples = new Float32Array(frames * 2);
  for (let frame = 0; frame < frames; frame++) {
    const second = (from + frame) / rate;
    if (second < 0 || second >= duration) continue;
    const value = sampleAt(take, second);
    samples[frame * 2] = !twoVoices || isTurnOf(0, second) ? value : value * LEAK;
    samples[frame * 2 + 1] = !twoVoices || isTurnOf(1, second) ? value : value * LEAK;
  }
  return samples;
}

/** Drawn from the envelopes: an hour takes no time. */
export function fakePeaks(take: string, duration: number, twoVoices = false): Uint8Array {
  const frames = Math.round(duration * RATE);
  const levels = fakeLevels(take, frames, () => true);
  if (!twoVoices) return encodePeaks({ sampleRate: RATE, frames, levels });
  const lanes = ([0, 1] as const).map((side) => fakeLevels(take, frames, (second) => isTurnOf(side, second)));
  return encodePeaks({ sampleRate: RATE, frames, levels, lanes });
}

/** The small waveform of a row, 0 to 127 in each column. */
export function fakeOverview(take: string, duration: number, columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const second = (column * duration) / columns;
    return Math.round(peakAt(take, voiceEnvelope(second), column) * 127);
  });
}

function fakeLevels(take: string, frames: number, speaks: (second: number) => boolean): readonly PeakLevel[] {
  return PEAK_LEVELS.map((framesPerPixel) => {
    const pixels = Math.ceil(frames / framesPerPixel);
    const pairs = new Int8Array(pixels * 2);
    for (let pixel = 0; pixel < pixels; pixel++) {
      const second = (pixel * framesPerPixel) / RATE;
      const voice = voiceEnvelope(second);
      const size = peakAt(take, speaks(second) ? voice : voice * LEAK, pixel);
      pairs[pixel * 2] = -Math.round(size * 0.94 * 127);
      pairs[pixel * 2 + 1] = Math.round(size * 127);
    }
    return { framesPerPixel, pairs };
  });
}

/** @param voice 0 to 1 */
function peakAt(take: string, voice: number, pixel: number): number {
  const jitter = 0.72 + 0.28 * Math.abs(hash(pixel + 0.5));
  const noise = noiseIn(take) * (0.1 + 0.06 * Math.abs(hash(pixel * 1.7)));
  return Math.min(1, voiceIn(take) * voice * jitter + noise);
}

/** Bytes of a spectrogram: the voice's tones while it speaks, over noise that falls with the frequency. */
export function fakeTile(take: string, query: URLSearchParams, duration: number): Uint8Array<ArrayBuffer> {
  const number = (name: string): number => Number(query.get(name));
  const [from, frames, rate, columns, rows] = ['from', 'frames', 'rate', 'columns', 'rows'].map(number) as Five;
  const levels = new Uint8Array(columns * rows);
  const noise = 20 * Math.log10(noiseIn(take)) - 62;
  for (let column = 0; column < columns; column++) {
    const second = (from + ((column + 0.5) * frames) / columns) / rate;
    if (second < 0 || second >= duration) continue;
    // The first model leaves a cough that the second one takes away.
    const cough = take.endsWith('service-2') && second % 40 > 26 && second % 40 < 27 ? 34 : 0;
    const voice = 20 * Math.log10(voiceIn(take) * voiceEnvelope(second) + 1e-4) - 18;
    for (let row = 0; row < rows; row++) {
      const part = (row + 0.5) / rows;
      const hertz = query.get('scale') === 'mel' ? 700 * (10 ** (part * 1.5) - 1) : (part * rate) / 2;
      const tone = voice - hertz / 260 - 14 * Math.abs(Math.sin((Math.PI * hertz) / 128 / (1 + second * 0.002)));
      const rest = noise + cough - hertz / 1100 + 5 * hash(column * 31.7 + row * 7.3 + from * 0.01);
      const level = 10 * Math.log10(10 ** (tone / 10) + 10 ** (rest / 10));
      levels[column * rows + row] = Math.max(0, Math.min(255, Math.round(((level + 120) / 120) * 255)));
    }
  }
  return levels;
}

type Five = [number, number, number, number, number];

/** The job in the id of a take. */
export function jobOf(take: string): string {
  return take.replace(/^difference:.*@|^original:|^(result|delivered|preview):gen-/, '').replace(/-service-.*$/, '');
}

/** How loud the voice is in a take: a difference has none of it. */
function voiceIn(take: string): number {
  return take.startsWith('difference:') ? 0 : 1;
}

/** Answers `/media/…` as the hosts do. */
export async function fakeMedia(
  request: Request,
  jobs: ReadonlyMap<string, Pick<JobView, 'durationSeconds'> & Partial<Pick<JobView, 'channelNotes'>>>,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === MEDIA_PATHS.upload) {
    await request.arrayBuffer();
    return Response.json({ path: `/library/${searchParams.get('name') ?? 'recording'}` });
  }
  const take = searchParams.get('take') ?? '';
  const job = jobs.get(jobOf(take));
  if (job === undefined) return Response.json({ code: 'notFound' }, { status: 404 });
  const duration = job.durationSeconds ?? 0;
  const twoVoices = job.channelNotes?.some(({ kind }) => kind === 'two-voices') ?? false;
  const headers = { 'content-type': 'application/octet-stream' };
  if (pathname === MEDIA_PATHS.peaks)
    return partOf(fakePeaks(take, duration, twoVoices), request.headers.get('range'), headers);
  if (pathname === MEDIA_PATHS.tile) return new Response(fakeTile(take, searchParams, duration), { headers });
  if (pathname !== MEDIA_PATHS.pcm) return Response.json({ code: 'notFound' }, { status: 404 });
  const number = (name: string): number => Number(searchParams.get(name));
  const samples = fakePcm(take, number('from'), number('frames'), number('rate'), duration, twoVoices);
  return new Response(samples.buffer as ArrayBuffer, { headers });
}

/** The bytes of a file that a range names; all without one. */
function partOf(file: Uint8Array, header: string | null, headers: Record<string, string>): Response {
  const range = readRange(header, file.length);
  if (range.kind === 'unsatisfiable') return new Response(null, { status: 416 });
  if (range.kind === 'whole') return new Response(file.slice(), { headers });
  return new Response(file.slice(range.first, range.last + 1), { status: 206, headers });
}
