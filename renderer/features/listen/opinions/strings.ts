/** Words of verdicts and notes. */

export const OPINIONS = {
  title: 'Your verdict',
  keep: (take: string) => `Keep ${take}`,
  reject: 'Reject',
  rejectTake: (take: string) => `Reject ${take}`,
  better: 'Better than…',
  betterThan: (take: string) => `Better than ${take}`,
  undo: 'Undo',
  undoNamed: (verdict: string) => `Undo: ${verdict}`,
  kept: 'Verdict saved',
  withdrawn: 'Verdict taken back',
  note: 'Note',
  notePlaceholder: 'What you heard, and where',
  tags: 'Tags',
  tagsPlaceholder: 'Add a tag',
} as const;
