/** What an engine's process is told in its environment. */

/** It works on every core for minutes: whoever sits at the computer comes first. */
export const BACKGROUND_ENGINE = { CLEARTAKE_ENGINE: 'background' } as const;
