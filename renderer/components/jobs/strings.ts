/** Every word that a row says about the state of its recording. */

import type { GenerationView } from '../../../shared/contract/views.ts';
import { REUSED_LABEL } from '../../../shared/domain/history/strings.ts';

/** In the queue, but not started yet. */
export const NOT_STARTED = 'Ready';

/** Paused, but the service finishes what it has begun. */
export const FINISHING = 'Finishing what is running';

/** Beside the model's name, and in the details. */
export const GENERATION_LABELS: Readonly<Record<GenerationView['state'], string>> = {
  ready: 'waiting',
  intent: 'starting',
  started: 'starting',
  unknown: 'checking',
  'needs-you': 'needs attention',
  queued: 'queued',
  /** Where the service doesn't name a stage of its own. */
  processing: 'processing',
  complete: 'downloading',
  downloading: 'downloading',
  stored: 'done',
  failed: 'failed',
};

/** All results come from history. */
export const REUSED = {
  word: REUSED_LABEL,
} as const;

/** Before the next attempt. */
export const WAITING = {
  again: (time: string) => `Retrying in ${time}`,
  now: 'Retrying now',
} as const;

/** Until something about the connection is fixed. */
export const BLOCKED = {
  billing: 'Waiting for billing',
  billingRest: 'Continues once billing is fixed.',
  key: {
    missing: 'Waiting for an API key',
    refused: 'Waiting for a working API key',
  },
  keyRest: 'Continues once you enter the key.',
} as const;

export const TRANSFER = {
  speed: (bytes: string) => `${bytes}/s`,
} as const;

export const RESULTS = {
  modelAdded: (label: string, recordings: number) =>
    `${label} was added${recordings === 1 ? '' : ` to ${recordings} recordings`}. Nothing is uploaded again.`,
  /** @param percent whole */
  making: (name: string, percent: number) => `Making the file of “${name}”: ${percent} %`,
  readyToDrag: (name: string) => `The file of “${name}” is ready. Drag it out again.`,
  addModel: (label: string) => `Add ${label}`,
} as const;
