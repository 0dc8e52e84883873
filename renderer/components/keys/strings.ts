/** Words of entering API keys and of where they are stored. */

export const KEY_FORM = {
  title: (connection: string) => `API key · ${connection}`,
  label: 'Paste the key',
  note: 'Once kept it is used, but never shown.',
  save: 'Keep the key',
} as const;

/** The choice where the computer has no secure key storage. */
export const KEY_STORAGE = {
  label: 'Remember it in a file',
  inFile: 'Only your account can read the file, but it is not encrypted: whoever has your disk has the key.',
  inMemory: 'This computer offers no key store: without a file the key is forgotten when Cleartake closes.',
} as const;
