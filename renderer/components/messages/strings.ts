/** Words of messages that can come up on any page. */

export const MESSAGES = {
  unreachable: 'Cleartake didn’t respond. Nothing was lost. Try again in a moment.',
  undo: 'Undo',
} as const;
