/**
 * The restoration models of the service (service specification, "What the service does") and their sampling presets; and what a person's own
 * models are called, which only this computer has.
 */

export const MODEL_IDS = ['service-2', 'service-3.5'] as const;
export type ServiceModelId = (typeof MODEL_IDS)[number];

/** A name and what the model is: a changed network under the same name is another model. */
export type OwnModelId = `own:${string}`;

export type ModelId = ServiceModelId | OwnModelId;

export interface Model {
  readonly id: ModelId;
  /** The name that people see. */
  readonly label: string;
  /** Only the number of the label, for narrow places. */
  readonly shortLabel: string;
  /** One line that helps to choose. */
  readonly summary: string;
}

export const MODELS: Readonly<Record<ServiceModelId, Model>> = {
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

export function isServiceModel(value: unknown): value is ServiceModelId {
  return MODEL_IDS.some((id) => id === value);
}

/** Safe as a part of file names everywhere. */
const OWN_NAME = '[A-Za-z0-9](?:[A-Za-z0-9 ._+-]{0,30}[A-Za-z0-9+])?';
export const OWN_MODEL_NAME = new RegExp(`^${OWN_NAME}$`);
const OWN = new RegExp(`^own:(${OWN_NAME})@[0-9a-f]{8}$`);

export function isOwnModel(value: unknown): value is OwnModelId {
  return typeof value === 'string' && OWN.test(value);
}

export function isModelId(value: unknown): value is ModelId {
  return isServiceModel(value) || isOwnModel(value);
}

/** @param hash hexadecimal, of all that decides what the model does */
export function ownModelId(name: string, hash: string): OwnModelId {
  return `own:${name}@${hash.slice(0, 8)}`;
}

/** What people see of a model. A person's own is called by its name, also when it is no longer there. */
export function modelOf(id: ModelId): Model {
  if (isServiceModel(id)) return MODELS[id];
  const label = OWN.exec(id)?.[1] ?? id;
  return { id, label, shortLabel: label, summary: '' };
}

/** What names of files say of a model. */
export function fileWordOf(id: ModelId): string {
  return isServiceModel(id) ? id : modelOf(id).label;
}

/** For a sort: those of the service, then a person's own by name. */
export function compareModels(one: ModelId, other: ModelId): number {
  const place = (id: ModelId) => (isServiceModel(id) ? MODEL_IDS.indexOf(id) : MODEL_IDS.length);
  return place(one) - place(other) || (one < other ? -1 : Number(one > other));
}

/** Micro-USD a second; null where it isn't known. A person's own models cost nothing: no service has them. */
export function priceOf<Price>(
  prices: Readonly<Record<ServiceModelId, Price>> | undefined,
  model: ModelId,
): Price | 0 | null {
  return isServiceModel(model) ? (prices?.[model] ?? null) : 0;
}

/** The presets that our own models know (`sampling.preset`). Another service may know others, or none. */
export const SAMPLING_PRESETS = ['podcast', 'interview', 'phone', 'archive', 'gentle'] as const;
export type SamplingPreset = (typeof SAMPLING_PRESETS)[number];

/** The preset of that name; null for none and for one that our models don't know, which then changes nothing. */
export function samplingPresetOf(text: string | undefined): SamplingPreset | null {
  return SAMPLING_PRESETS.find((preset) => preset === text?.trim().toLowerCase()) ?? null;
}
