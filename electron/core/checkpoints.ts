/** Points at which a crash would do the most harm. Kill tests end the process there. */

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
  'export:also-recorded',
] as const;

/** Of the check before delivery, of exports that are more than a copy of the result, and of Save as…. */
const EXPORT_CHECKPOINTS = [
  'export:checked',
  'export:rendered',
  'export:render-recorded',
  'save-as:written',
  'save-as:recorded',
] as const;

/** Of trying the worst minute of a recording. */
const EXCERPT_CHECKPOINTS = ['excerpt:cut', 'excerpt:results-cut'] as const;

/** Of a move of the data folder, of going back to a backup, and of an import. */
export const CARE_CHECKPOINTS = [
  'move:begun',
  'move:copied',
  'move:pending',
  'move:caught-up',
  'move:checked',
  'move:moved',
  'move:old-removed',
  'restore:replaced-kept',
  'restore:moved-aside',
  'restore:completed',
  'restore:in-place',
  'import:extracted',
  'import:chosen',
  'import:library-merged',
] as const;

export type Checkpoint =
  | (typeof CARE_CHECKPOINTS)[number]
  | (typeof EXCERPT_CHECKPOINTS)[number]
  | (typeof START_CHECKPOINTS)[number]
  | (typeof TRANSFER_CHECKPOINTS)[number]
  | (typeof EXPORT_CHECKPOINTS)[number];

/** Called at each checkpoint. */
export type PassCheckpoint = (point: Checkpoint) => void;
