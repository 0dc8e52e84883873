/** The presets that our own models know (`sampling.preset`), each with what it changes. Another service may know others, or none. */

export const SAMPLING_PRESETS = ['podcast', 'interview', 'phone', 'archive', 'gentle'] as const;
export type SamplingPreset = (typeof SAMPLING_PRESETS)[number];

/** For the person who chooses, as one sentence each. */
export const SAMPLING_PRESET_EFFECTS: Readonly<Record<SamplingPreset, string>> = {
  podcast: 'Close microphones: takes rumble below 70 Hz away and makes pauses quieter than usual.',
  interview: 'Voices at several distances: takes back shorter reverberation and leaves more of the room in pauses.',
  phone:
    'Calls: leaves nothing outside 150 Hz to 4 kHz, where a telephone carries no voice. Nothing is invented above.',
  archive: 'Tapes and records: looks for single clicks, takes rumble below 40 Hz away, and leaves the room as it was.',
  gentle: 'As little as possible: noise falls by 12 dB at most, and the room stays as it was.',
};

/** The preset of a text; null for none, and for one that our models do not know: they then work as without one. */
export function samplingPresetOf(text: string | undefined): SamplingPreset | null {
  return SAMPLING_PRESETS.find((preset) => preset === text?.trim().toLowerCase()) ?? null;
}
