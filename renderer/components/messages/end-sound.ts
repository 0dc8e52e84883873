/** The sound at the end of a batch: two short, soft tones. */

/** Hertz: a fifth upwards. */
const TONES = [523.25, 783.99] as const;
const APART_S = 0.16;
const TONE_S = 0.42;
const ATTACK_S = 0.015;
/** Of full scale. */
const LOUDEST = 0.14;
/** An exponential ramp never reaches zero. */
const SILENT = 0.0001;

/** Does nothing where the browser plays no sound before the first click. */
export function playEndSound(): void {
  const context = new AudioContext();
  const begin = context.currentTime + ATTACK_S;
  const last = TONES.map((hertz, index) => playTone(context, hertz, begin + index * APART_S)).at(-1);
  last?.addEventListener('ended', () => void context.close());
}

function playTone(context: AudioContext, hertz: number, at: number): OscillatorNode {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: SILENT });
  volume.gain.setValueAtTime(SILENT, at);
  volume.gain.exponentialRampToValueAtTime(LOUDEST, at + ATTACK_S);
  volume.gain.exponentialRampToValueAtTime(SILENT, at + TONE_S);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + TONE_S);
  return tone;
}
