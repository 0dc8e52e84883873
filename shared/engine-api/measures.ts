/** What a listener could find fault with in a recording, in figures. Null stands for what cannot be told: silence, or too short. */

export interface Measures {
  /** Integrated loudness in LUFS (EBU R128); null when nothing is above -70 LUFS. */
  readonly loudness: number | null;
  /** Loudness range in LU (EBU Tech 3342); null below three seconds, and where nothing is above -70 LUFS. */
  readonly loudnessRange: number | null;
  /** Largest value between the samples too, in dBTP; null for digital silence. */
  readonly truePeak: number | null;
  /** Level of what is there while nobody speaks, in dBFS: root mean square, 0 is a full-scale square wave. At least -120. */
  readonly noiseFloor: number | null;
  /** Level of the speech while somebody speaks, without the noise below it, in dBFS as `noiseFloor`. */
  readonly speechLevel: number | null;
  /** Estimated signal-to-noise ratio in dB: how far the speech stands above the noise. */
  readonly signalToNoise: number | null;
  /** Samples that were cut off, counted over all channels: runs of three and more equal ones at an extreme, whatever its level. */
  readonly clippedSamples: number;
  /** Mains hum; null when there is none. */
  readonly hum: HumMeasure | null;
  /** Reverberation time T60 in seconds, from how sound dies away after speech; null when there is too little of that to tell. */
  readonly decayTime: number | null;
  /** The highest frequency that carries signal, in Hz: a telephone's 3,400 in a file of 48 kHz. */
  readonly bandwidth: number | null;
  /** The minute with the lowest signal-to-noise ratio; null below one minute. */
  readonly worstMinute: WorstMinute | null;
}

interface HumMeasure {
  /** Of the mains, in Hz: about 50 or 60. */
  readonly frequency: number;
  /** Root mean square of all its tones, in dBFS. */
  readonly level: number;
}

export interface WorstMinute {
  /** First frame, at the recording's own rate. */
  readonly fromFrame: number;
  readonly frames: number;
  /** In dB. */
  readonly signalToNoise: number;
}
