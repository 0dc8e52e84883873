/** Words in times, costs and dates. */

export const TEXT = {
  underAMinute: 'under a minute',
  shortUnderAMinute: '< 1 min',
  unknown: 'unknown',
  nothing: '—',
  ofAudio: (amount: string) => `${amount} of audio`,
  today: (time: string) => `Today, ${time}`,
  todayInSentence: (time: string) => `today, ${time}`,
} as const;
