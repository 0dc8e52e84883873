/** Words of finished recordings that could be better. */

export const MARKED = {
  title: 'Could be better',
  count: (count: number) => (count === 1 ? '1 could be better' : `${count} could be better`),
  note: 'Noise or reverb remains in these results. Another service may do better.',
  show: 'Show',
  keep: (count: number) => (count === 1 ? 'Keep it' : 'Keep all'),
  send: (count: number) => (count === 1 ? 'Send to service…' : `Send ${count} to service…`),
} as const;
