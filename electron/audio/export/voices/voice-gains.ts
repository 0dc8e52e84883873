/**
 * Levels voices: which gain each moment of a conversation gets, so that a quiet voice is as loud as the others and pauses stay as quiet as they
 * are. Pure.
 *
 * Loudness is that of ITU-R BS.1770-4, of speech alone (as dialogue gating in EBU Tech 3343). Stretches of speech that are near in time and
 * loudness are one voice: their loudness is found by mean shift (D. Comaniciu and P. Meer, 2002), so that what somebody stresses isn't evened
 * out, and who speaks softly, or turns away, is. Gains change in pauses.
 */

import { createGatedLoudness, loudnessOf } from '../../dsp/loudness/gated-loudness.ts';
import { type Block, framesIn } from '../../dsp/stage.ts';

/** Of one step of about 100 ms after the other. */
export interface VoiceSteps {
  /** Frames of a step. */
  readonly stepFrames: number;
  /** K-weighted mean squares. */
  readonly powers: Float64Array;
  /** What a step holds. */
  readonly kinds: readonly StepKind[];
}

export type StepKind = 'speech' | 'music' | 'pause';

export interface VoiceGains {
  readonly stepFrames: number;
  /** Linear, where each step begins and where the last one ends; between them, gains change evenly. */
  readonly gains: Float64Array;
  /** dB by which the quietest voice was raised, and the loudest lowered. */
  readonly raised: number;
  readonly lowered: number;
}

/** dB: more would raise more noise than voice, or flatten what is meant to be loud. */
const MOST_RAISED = 12;
const MOST_LOWERED = 9;
/** LU from the target: less is how people speak, more is made up whole, and what is between in part. */
const LEFT_ALONE = 1;
const MADE_UP = 4;
/** LU below the target: what is so far below is hardly meant to be heard, so it is raised less, and from there on not at all. */
const FAINT = 18;
const NOT_HEARD = 24;

/** Steps of a stretch of speech that has one loudness: at least and at most. It ends where it is weakest. */
const SHORTEST = 8;
const LONGEST = 15;
/** Speech of fewer steps, hangover included, is a knock. */
const FEWEST = 4;
/** Part of a stretch's mean power below which a step doesn't count for its loudness. */
const GATE = 0.1;

/** Seconds and LU within which stretches are one voice. */
const VOICE_SECONDS = 8;
const VOICE_LU = 3;
const SHIFTS = 3;
/** About. */
const STEP_SECONDS = 0.1;

/** Steps to either side over which a gain changes: 0.8 seconds in all, so at most 26 dB a second. */
const HALF_RAMP = 4;
/** Pauses of as many steps drift to their own level, after a while and within some steps. */
const LONG_PAUSE = 40;
const HOLD = 5;
const DRIFT = 15;

/** Steps of one kind. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** dB for some steps. */
interface Part extends Stretch {
  readonly gain: number;
}

/** @returns null where nothing is spoken */
export function planVoiceGains({ kinds, powers, stepFrames }: VoiceSteps): VoiceGains | null {
  const loudness = createGatedLoudness();
  for (const [step, kind] of kinds.entries()) if (kind === 'speech') loudness.add(powers[step] as number);
  const target = loudness.integrated();
  const spoken = runsOf(kinds, 'speech')
    .filter(({ from, to }) => to - from >= FEWEST)
    .flatMap((run) => stretchesIn(run, powers));
  if (target === null || spoken.length === 0) return null;
  const voices = voiceLevels(
    spoken,
    spoken.map((stretch) => loudnessIn(stretch, powers)),
  );
  const parts = spoken.map((stretch, i) => ({ ...stretch, gain: gainFor((voices[i] as number) - target) }));
  const music = runsOf(kinds, 'music').map((run) => ({ ...run, gain: 0 }));
  const inOrder = [...parts, ...music].sort((one, other) => one.from - other.from);
  return {
    stepFrames,
    gains: evened(wantedGains(inOrder, kinds.length)).map((gain) => 10 ** (gain / 20)),
    raised: parts.reduce((most, { gain }) => Math.max(most, gain), 0),
    lowered: parts.reduce((most, { gain }) => Math.max(most, -gain), 0),
  };
}

/** Amplifies the frames of a block. What keeps its level keeps its samples. @param position of the first frame in the whole */
export function withGains(block: Block, position: number, { gains, stepFrames }: VoiceGains): Block {
  const count = framesIn(block);
  const ramps: { from: number; to: number; at: number; rise: number; start: number }[] = [];
  for (let from = 0; from < count; ) {
    const step = Math.floor((position + from) / stepFrames);
    const to = Math.min(count, (step + 1) * stepFrames - position);
    // What lies behind the last step keeps its gain.
    const start = gains[Math.min(step, gains.length - 1)] as number;
    const end = gains[Math.min(step + 1, gains.length - 1)] as number;
    if (start !== 1 || end !== 1)
      ramps.push({ from, to, at: position + from - step * stepFrames, rise: (end - start) / stepFrames, start });
    from = to;
  }
  if (ramps.length === 0) return block;
  return block.map((samples) => {
    const made = samples.slice();
    for (const { at, from, rise, start, to } of ramps)
      for (let i = from; i < to; i++) made[i] = (samples[i] as number) * (start + rise * (at + i - from));
    return made;
  });
}

function runsOf(kinds: readonly StepKind[], wanted: StepKind): readonly Stretch[] {
  const runs: Stretch[] = [];
  for (let from = 0; from < kinds.length; ) {
    let to = from + 1;
    while (to < kinds.length && kinds[to] === kinds[from]) to += 1;
    if (kinds[from] === wanted) runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** Cuts speech that goes on where it is weakest: there, somebody else may begin. */
function stretchesIn({ from, to }: Stretch, powers: Float64Array): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let begin = from;
  while (to - begin > LONGEST) {
    const last = Math.min(begin + LONGEST, to - SHORTEST);
    let cut = Math.min(begin + SHORTEST, last);
    for (let step = cut + 1; step <= last; step++) if ((powers[step] as number) < (powers[cut] as number)) cut = step;
    stretches.push({ from: begin, to: cut });
    begin = cut;
  }
  return [...stretches, { from: begin, to }];
}

/** LUFS of what is spoken, without what is quiet between. */
function loudnessIn({ from, to }: Stretch, powers: Float64Array): number {
  const all = powers.subarray(from, to);
  const mean = meanOf(all);
  return loudnessOf(meanOf(all.filter((power) => power >= GATE * mean)));
}

function meanOf(powers: Float64Array): number {
  return powers.reduce((sum, power) => sum + power, 0) / powers.length;
}

/** The loudness of the voice that each stretch belongs to, in LUFS. */
function voiceLevels(stretches: readonly Stretch[], levels: readonly number[]): readonly number[] {
  const reach = (3 * VOICE_SECONDS) / STEP_SECONDS;
  const centers = stretches.map(({ from, to }) => (from + to) / 2);
  let first = 0;
  return levels.map((level, i) => {
    const center = centers[i] as number;
    while (center - (centers[first] as number) > reach) first += 1;
    let voice = level;
    for (let shift = 0; shift < SHIFTS; shift++) {
      let [sum, weights] = [0, 0];
      for (let other = first; other < levels.length && (centers[other] as number) - center <= reach; other++) {
        const { from, to } = stretches[other] as Stretch;
        const apart = (((centers[other] as number) - center) * STEP_SECONDS) / VOICE_SECONDS;
        const unlike = ((levels[other] as number) - voice) / VOICE_LU;
        const weight = (to - from) * Math.exp(-(apart ** 2 + unlike ** 2) / 2);
        sum += weight * (levels[other] as number);
        weights += weight;
      }
      voice = sum / weights;
    }
    return voice;
  });
}

/** dB. @param distance LU from the target */
function gainFor(distance: number): number {
  const part = between(LEFT_ALONE, MADE_UP, Math.abs(distance));
  const heard = 1 - between(FAINT, NOT_HEARD, -distance);
  const gain = -distance * part * part * (3 - 2 * part);
  return Math.max(-MOST_LOWERED, Math.min(MOST_RAISED, gain)) * heard;
}

/** 0 up to the first, 1 from the second on. */
function between(from: number, to: number, value: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** dB of each step, before gains are evened. */
function wantedGains(parts: readonly Part[], count: number): Float64Array {
  const wanted = new Float64Array(count);
  let before: Part | null = null;
  for (const part of parts) {
    fillPause(wanted, before, part);
    wanted.fill(part.gain, part.from, part.to);
    before = part;
  }
  fillPause(wanted, before, null);
  return wanted;
}

/** A pause has the lower gain of its neighbors until just before, or from just after, the other; a long one its own level. */
function fillPause(wanted: Float64Array, before: Part | null, after: Part | null): void {
  const [from, to] = [before?.to ?? 0, after?.from ?? wanted.length];
  if (to - from >= LONG_PAUSE) {
    const [left, right] = [before?.gain ?? 0, after?.gain ?? 0];
    for (let step = from; step < to; step++)
      wanted[step] = left * drifted(step - from) + right * drifted(to - 1 - step);
    return;
  }
  const left = before?.gain ?? after?.gain ?? 0;
  const right = after?.gain ?? left;
  const middle = from + Math.round((to - from) / 2);
  const turn = left < right ? Math.max(middle, to - HALF_RAMP - 1) : Math.min(middle, from + HALF_RAMP);
  wanted.fill(left, from, turn).fill(right, turn, to);
}

/** Part of a gain that a long pause still has. @param steps from the speech */
function drifted(steps: number): number {
  return 1 - between(HOLD, HOLD + DRIFT, steps);
}

/** dB where steps begin and end: the mean of what is wanted around. */
function evened(wanted: Float64Array): Float64Array {
  return Float64Array.from({ length: wanted.length + 1 }, (_, edge) => {
    let sum = 0;
    for (let step = edge - HALF_RAMP; step < edge + HALF_RAMP; step++)
      sum += wanted[Math.max(0, Math.min(wanted.length - 1, step))] as number;
    return sum / (2 * HALF_RAMP);
  });
}
