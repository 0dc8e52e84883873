/** Words of the amounts of an invoice. */

export const SUMS = {
  usage: 'Usage',
  carriedIn: 'Carried over from before',
  credit: 'Credit used',
  carriedOut: 'Carried to the next invoice',
  total: 'Total',
} as const;
