/** Words of the drop overlay and of the upload panel. */

export const DROP = {
  title: 'Drop to add',
  note: 'Files and whole folders. Your originals are never changed.',
  uploading: (done: number, total: number) => `Copying ${Math.min(done + 1, total)} of ${total} to the library`,
  uploadNote: 'Browsers don’t share file paths, so Cleartake keeps a copy.',
  bytes: (sent: string, total: string) => `${sent} of ${total}`,
  cancel: 'Stop',
} as const;
