/** Words around the notices; their sentences come from the desk. */

export const NOTICES = {
  labels: {
    recovered: 'Your data was brought back',
    rebuilt: 'Your data was rebuilt',
    unbacked: 'Backups cannot be written',
  },
  dismiss: 'OK',
} as const;
