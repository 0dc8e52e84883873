/** Settings for the whole queue and its page. */

import { z } from 'zod';
import { MICRO_USD_PER_USD } from './money.ts';

/** How a proxy is chosen: `automatic` as the environment or the system has it, `none`, or the origin of one. */
const PROXY_WORDS = ['automatic', 'none'];

const PROXY_ADDRESS = /^(?:(https?):\/\/)?([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i;

/**
 * A proxy as a person writes it: with or without `http://`. A user is a setting of its own, and a password none.
 * @returns null for what is none
 */
export function readProxyChoice(text: string): string | null {
  const written = text.trim();
  if (PROXY_WORDS.includes(written)) return written;
  const [, scheme = 'http', host, port = ''] = PROXY_ADDRESS.exec(written) ?? [];
  return host === undefined ? null : `${scheme}://${host}${port}`.toLowerCase();
}

const proxyChoice = z
  .string()
  .max(300)
  .refine((text) => readProxyChoice(text) === text);
const shortText = z.string().max(1000);

const bytesPerSecond = z
  .number()
  .int()
  .min(8 * 1024)
  .max(10 * 1024 ** 3)
  .nullable();

/** Most jobs at once in a stage that a person may choose. */
export const MOST_AT_ONCE = 8;

const atOnce = z.number().int().min(1).max(MOST_AT_ONCE).nullable();

/** Jobs at once in each stage; null for the usual number. */
const concurrencySchema = z.object({
  uploads: atOnce,
  /** On this computer. Services say themselves how many they take. */
  restorations: atOnce,
  downloads: atOnce,
});
export type Concurrency = z.infer<typeof concurrencySchema>;

export const DENSITIES = ['compact', 'comfortable'] as const;

/** What happens, besides a notice, when everything that was started has ended. */
export const WHEN_ENDED = ['nothing', 'script', 'quit'] as const;
export type WhenEnded = (typeof WHEN_ENDED)[number];

/** What happens once a recording is done and its outputs are checked. */
export const AFTER_RECORDING = ['nothing', 'program', 'move', 'delete'] as const;

/** `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const;

export const WHEN_CLOSED = ['ask', 'keep-working', 'quit'] as const;

export const preferencesSchema = z.object({
  /** Most bytes per second for all uploads together; null for no limit. */
  uploadLimit: bytesPerSecond,
  /** The same for downloads. */
  downloadLimit: bytesPerSecond,
  /**
   * Micro-USD: a start that left no trace on the service is retried once automatically if it costs at most this. Above it, the person
   * decides.
   */
  resendCeiling: z
    .number()
    .int()
    .min(0)
    .max(1000 * MICRO_USD_PER_USD),
  /** What closing the window does while work runs. */
  whenClosed: z.enum(WHEN_CLOSED),
  whenEnded: z.enum(WHEN_ENDED),
  /** Whether the person hears of the end of a batch. */
  tellsEnd: z.boolean(),
  /** Whether the end of a batch is heard, as a short tone of the page. */
  soundsEnd: z.boolean(),
  /** Whether the person hears of recordings and connections that need them. */
  tellsNeed: z.boolean(),
  theme: z.enum(THEMES),
  /** Height of the queue's rows. */
  density: z.enum(DENSITIES),
  concurrency: concurrencySchema,
  /** Whether Cleartake asks its address for newer versions, at each start and once a day. */
  lookForUpdates: z.boolean(),
  /** Compares each result with its recording before it is delivered, and puts what fails into review. */
  checksResults: z.boolean(),
  /** Keeps a listening copy of each original that is restored from now on. */
  keepsListeningCopies: z.boolean(),
  afterRecording: z.enum(AFTER_RECORDING),
  /** Absolute path of the folder that files of done recordings are moved to; empty for none. */
  putAwayFolder: z.string().max(4096),
  /** `automatic`, `none`, or a proxy's origin, such as `http://proxy.example:3128`. Its password is in the vault. */
  proxy: proxyChoice,
  proxyUser: shortText,
  /** What goes to no proxy, as NO_PROXY has it. */
  proxyExceptions: shortText,
  /** Absolute path of a company's certificate authorities; empty for none. */
  certificateFile: z.string().max(4096),
});

/** Changes only the given fields. */
export const preferenceChanges = z.object({
  uploadLimit: preferencesSchema.shape.uploadLimit.exactOptional(),
  downloadLimit: preferencesSchema.shape.downloadLimit.exactOptional(),
  resendCeiling: preferencesSchema.shape.resendCeiling.exactOptional(),
  whenClosed: preferencesSchema.shape.whenClosed.exactOptional(),
  whenEnded: preferencesSchema.shape.whenEnded.exactOptional(),
  tellsEnd: z.boolean().exactOptional(),
  soundsEnd: z.boolean().exactOptional(),
  tellsNeed: z.boolean().exactOptional(),
  theme: preferencesSchema.shape.theme.exactOptional(),
  density: preferencesSchema.shape.density.exactOptional(),
  concurrency: concurrencySchema.exactOptional(),
  lookForUpdates: preferencesSchema.shape.lookForUpdates.exactOptional(),
  checksResults: preferencesSchema.shape.checksResults.exactOptional(),
  keepsListeningCopies: z.boolean().exactOptional(),
  afterRecording: preferencesSchema.shape.afterRecording.exactOptional(),
  putAwayFolder: preferencesSchema.shape.putAwayFolder.exactOptional(),
  proxy: proxyChoice.exactOptional(),
  proxyUser: shortText.exactOptional(),
  proxyExceptions: shortText.exactOptional(),
  certificateFile: preferencesSchema.shape.certificateFile.exactOptional(),
});

export type Preferences = z.infer<typeof preferencesSchema>;
export type PreferenceName = keyof Preferences;

export const PREFERENCE_NAMES = preferencesSchema.keyof().options;

/** What null in `Concurrency` means. This computer's restorations are as many as its processors allow. */
export const USUAL_AT_ONCE = { uploads: 3, downloads: 3 } as const;

export const DEFAULT_PREFERENCES: Preferences = {
  uploadLimit: null,
  downloadLimit: null,
  resendCeiling: MICRO_USD_PER_USD,
  whenClosed: 'ask',
  whenEnded: 'nothing',
  tellsEnd: true,
  soundsEnd: false,
  tellsNeed: true,
  theme: 'auto',
  density: 'comfortable',
  concurrency: { uploads: null, restorations: null, downloads: null },
  lookForUpdates: false,
  checksResults: true,
  keepsListeningCopies: false,
  afterRecording: 'nothing',
  putAwayFolder: '',
  proxy: 'automatic',
  proxyUser: '',
  proxyExceptions: '',
  certificateFile: '',
};

/** Grows with every change that a default can't cover; `TO_NEXT` then says how to get there. */
export const PREFERENCES_VERSION = 2;

type Fields = Readonly<Record<string, unknown>>;

/** What leads from each version to the next. Version 1 had no number. */
const TO_NEXT: Readonly<Record<number, (fields: Fields) => Fields>> = {
  // The notice of the end was one of the things that could happen at the end.
  1: ({ whenEnded, ...rest }) => {
    if (whenEnded === undefined) return rest;
    return { ...rest, tellsEnd: whenEnded !== 'nothing', whenEnded: whenEnded === 'notify' ? 'nothing' : whenEnded };
  },
};

export interface ReadPreferences {
  readonly preferences: Preferences;
  /** Fields that aren't what they should be, and have their defaults instead; `all` if nothing could be read. */
  readonly damaged: readonly PreferenceName[] | 'all';
  /** Fields of a newer Cleartake: kept, so that going back and forth between versions loses nothing. */
  readonly unknown: Fields;
  readonly version: number;
}

/** @param stored from the store; undefined where nothing was ever set */
export function preferencesFrom(stored: unknown): ReadPreferences {
  if (stored === undefined) return nothingRead([]);
  if (!isRecord(stored)) return nothingRead('all');
  const { version = 1, ...fields } = stored;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return nothingRead('all');
  const current = upToDate(fields, version);
  const damaged: PreferenceName[] = [];
  const preferences: Record<string, unknown> = { ...DEFAULT_PREFERENCES };
  for (const name of PREFERENCE_NAMES) {
    if (current[name] === undefined) continue;
    const fitting = preferencesSchema.shape[name].safeParse(current[name]);
    if (fitting.success) preferences[name] = fitting.data;
    else damaged.push(name);
  }
  const unknown = Object.fromEntries(Object.entries(current).filter(([name]) => !(name in preferencesSchema.shape)));
  return {
    preferences: preferencesSchema.parse(preferences),
    damaged,
    unknown,
    version: Math.max(version, PREFERENCES_VERSION),
  };
}

/** What is stored for them. */
export function storedForm(
  preferences: Preferences,
  { unknown, version }: Pick<ReadPreferences, 'unknown' | 'version'>,
) {
  return { ...unknown, ...preferences, version };
}

function upToDate(fields: Fields, version: number): Fields {
  let current = fields;
  for (let step = version; step < PREFERENCES_VERSION; step += 1) current = TO_NEXT[step]?.(current) ?? current;
  return current;
}

function nothingRead(damaged: [] | 'all'): ReadPreferences {
  return { preferences: DEFAULT_PREFERENCES, damaged, unknown: {}, version: PREFERENCES_VERSION };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
