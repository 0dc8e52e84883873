/** Points of the work at which a sudden end would do most harm. They are told as they are passed: kill tests end the process there. */

export const START_CHECKPOINTS = [
  'start:before-baseline',
  'start:after-baseline',
  'start:in-intent',
  'start:intent-durable',
  'start:answered',
  'start:in-record',
  'start:recorded',
  'reconcile:before-listing',
  'reconcile:listed',
  'reconcile:in-adoption',
  'reconcile:adopted',
  'reconcile:in-resend',
  'reconcile:resend-durable',
  'follow:complete-reported',
  'follow:charged',
  'recovery:intents-lost-sight',
] as const;

export const TRANSFER_CHECKPOINTS = [
  'upload:project-created',
  'upload:project-recorded',
  'upload:part-sent',
  'upload:sent',
  'upload:recorded',
  'download:address-given',
  'download:part-written',
  'download:received',
  'download:checked',
  'download:committed',
  'download:recorded',
  'export:before-copy',
  'export:copied',
  'export:recorded',
] as const;

/** Of exports that are not the result as it came. */
const EXPORT_CHECKPOINTS = ['export:rendered', 'export:render-recorded'] as const;

export type Checkpoint =
  | (typeof START_CHECKPOINTS)[number]
  | (typeof TRANSFER_CHECKPOINTS)[number]
  | (typeof EXPORT_CHECKPOINTS)[number];

/** Told of each point as it is passed. */
export type PassCheckpoint = (point: Checkpoint) => void;
