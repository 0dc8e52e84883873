/** The presets that the built-in models support (`sampling.preset`). Other services may support others, or none. */

export const SAMPLING_PRESETS = ['podcast', 'interview', 'phone', 'archive', 'gentle'] as const;
export type SamplingPreset = (typeof SAMPLING_PRESETS)[number];

/** The preset of a text; null for none, and for one that our models do not know: they then work as without one. */
export function samplingPresetOf(text: string | undefined): SamplingPreset | null {
  return SAMPLING_PRESETS.find((preset) => preset === text?.trim().toLowerCase()) ?? null;
}
