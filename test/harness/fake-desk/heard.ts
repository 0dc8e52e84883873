/** The recording whose media workers can fetch in browser tests. */

export const HEARD = { id: 'heard', durationSeconds: 90 } as const;
