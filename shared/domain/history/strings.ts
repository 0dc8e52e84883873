/** Words for states that the queue, History and its search use alike. */

import type { JobState } from '../job-state.ts';

export const STATE_LABELS: Readonly<Record<JobState['kind'], string>> = {
  queued: 'Queued',
  preparing: 'Preparing',
  uploading: 'Uploading',
  ready: 'Starting',
  generating: 'Processing',
  downloading: 'Downloading',
  exporting: 'Saving',
  waiting: 'Waiting',
  paused: 'Paused',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  failed: 'Failed',
  'needs-you': 'Needs attention',
  'in-review': 'Held for review',
  done: 'Done',
};

/** All results come from history. */
export const REUSED_LABEL = 'Reused';

export const VERDICT_WORDS = {
  keep: (take: string) => `${take} kept`,
  reject: (take: string) => `${take} rejected`,
  better: (take: string, over: string) => `${take} better than ${over}`,
} as const;
