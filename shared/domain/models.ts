/** The restoration models of the service (service specification, "What the service does") and their sampling presets. */

export const MODEL_IDS = ['service-2', 'service-3.5'] as const;
export type ModelId = (typeof MODEL_IDS)[number];

export interface Model {
  readonly id: ModelId;
  /** The name that people see. */
  readonly label: string;
  /** Only the number of the label, for narrow places. */
  readonly shortLabel: string;
  /** One line that helps to choose. */
  readonly summary: string;
}

export const MODELS: Readonly<Record<ModelId, Model>> = {
  'service-2': {
    id: 'service-2',
    label: 'Service 2.0',
    shortLabel: '2.0',
    summary: 'Fast and reliable, for general restoration and high volume',
  },
  'service-3.5': {
    id: 'service-3.5',
    label: 'Service 3.5',
    shortLabel: '3.5',
    summary: 'Best quality, for demanding speech and detailed transcripts',
  },
};

export function isModelId(value: unknown): value is ModelId {
  return MODEL_IDS.some((id) => id === value);
}

/** The presets that our own models know (`sampling.preset`). Another service may know others, or none. */
export const SAMPLING_PRESETS = ['podcast', 'interview', 'phone', 'archive', 'gentle'] as const;
export type SamplingPreset = (typeof SAMPLING_PRESETS)[number];

/** The preset of that name; null for none and for one that our models don't know, which then changes nothing. */
export function samplingPresetOf(text: string | undefined): SamplingPreset | null {
  return SAMPLING_PRESETS.find((preset) => preset === text?.trim().toLowerCase()) ?? null;
}
