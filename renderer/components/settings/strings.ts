/** Words that every part of Settings shares. */

export const SETTING = {
  reset: 'Reset to default',
  resetNamed: (section: string) => `Reset ${section} to default`,
  standard: (value: string) => `Default: ${value}.`,
} as const;
