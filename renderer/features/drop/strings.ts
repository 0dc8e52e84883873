/** Words of the drop overlay and of the upload panel. */

export const DROP = {
  title: 'Let go to add',
  note: 'Files and whole folders. Originals are never changed.',
  uploading: (done: number, total: number) =>
    `Bringing ${done + 1 > total ? total : done + 1} of ${total} into the library`,
  uploadNote: 'A browser shows no file paths, so Cleartake keeps a copy.',
  cancel: 'Stop',
} as const;
