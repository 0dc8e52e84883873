/** Words of verdicts. */

export const OPINIONS = {
  title: 'Your verdict',
  export: 'Export…',
  reject: 'Reject',
  rejectTake: (take: string) => `Reject ${take}`,
  better: 'Better than…',
  betterThan: (take: string) => `Better than ${take}`,
  undo: 'Undo',
  undoNamed: (verdict: string) => `Undo: ${verdict}`,
  kept: 'Verdict saved',
  /** @param left other files that were to be moved, and stayed */
  output: (take: string, fileName: string, left: number) =>
    `${take} is the output: ${fileName}.${left === 0 ? '' : ' Another file was changed by someone and stayed in the folder.'}`,
  withdrawn: 'Verdict taken back',
} as const;
