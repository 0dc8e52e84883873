/** Words of entering API keys and of where they are stored. */

export const KEY_FORM = {
  title: (connection: string) => `API key for ${connection}`,
  label: 'API key',
  note: 'A saved key is used, but never shown.',
  missing: 'Enter the API key.',
  save: 'Save key',
} as const;

/** The choice where the computer has no secure key storage. */
export const KEY_STORAGE = {
  label: 'Save the key in a file',
  inFile:
    'Only your account can read the file, but it isn’t encrypted: anyone with access to your disk can read the key.',
  inMemory: 'This computer has no secure key storage. Without a file, Cleartake asks for the key each time it starts.',
} as const;
