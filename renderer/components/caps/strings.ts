/** Words of the caps on what may be spent. */

export const CAP_FORM = {
  title: (connection: string) => `Caps for ${connection}`,
  batchTitle: 'Cap for this batch',
  note: 'At a cap, recordings wait. Nothing fails, and they continue when there is room.',
  day: 'Most a day, in USD',
  month: 'Most a month, in USD',
  batch: 'Most for this batch, in USD',
  none: 'no cap',
  invalid: 'Enter an amount such as 25 or 2.50.',
  save: 'Save',
} as const;
