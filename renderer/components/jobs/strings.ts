/** Every word that a row says about the state of its recording. */

import type { GenerationView, JobView } from '../../../shared/contract/views.ts';

export const STATE_LABELS: Readonly<Record<JobView['state']['kind'], string>> = {
  queued: 'Queued',
  preparing: 'Looking at the recording',
  uploading: 'Uploading',
  ready: 'Starting',
  generating: 'Restoring',
  downloading: 'Downloading',
  exporting: 'Saving',
  waiting: 'Waiting',
  paused: 'Paused',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  failed: 'Failed',
  'needs-you': 'Needs you',
  done: 'Complete',
};

/** Queued, but not started yet. */
export const NOT_STARTED = 'Waits for Start';

/** Beside the model's name, and in the details. */
export const GENERATION_LABELS: Readonly<Record<GenerationView['state'], string>> = {
  ready: 'waiting',
  intent: 'starting',
  started: 'starting',
  unknown: 'checking',
  'needs-you': 'needs you',
  queued: 'queued',
  /** While the service names no stage of its own. */
  processing: 'restoring',
  complete: 'downloading',
  downloading: 'downloading',
  stored: 'complete',
  failed: 'failed',
};

/** Every result was paid for before. */
export const REUSED = {
  word: 'Done before',
  note: 'nothing to pay',
} as const;

/** Waits for its turn after a failed attempt. */
export const WAITING = {
  again: (time: string) => `Again in ${time}`,
  now: 'Again now',
} as const;

/** Blocked until something about its connection is fixed. */
export const BLOCKED = {
  billing: 'Waits for the billing',
  billingRest: 'Goes on by itself once it is fixed.',
  key: {
    missing: 'Waits: this connection has no API key',
    refused: 'Waits: the service does not accept the key',
  },
  keyRest: 'Goes on by itself once the key is entered.',
} as const;

export function MODEL_ADDED(label: string): string {
  return `${label} is on its way. Nothing is uploaded again.`;
}
