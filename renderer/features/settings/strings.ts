/** Words of the settings. */

export const SETTINGS = {
  title: 'Settings',
  places: 'Places in Settings',
  find: 'Find a setting',
  noneFound: (query: string) => `No setting has “${query}”.`,
  savedAtOnce: 'Changes are saved as you make them.',
  saved: 'Saved.',
  wasReset: (section: string) => `“${section}” is back to its defaults.`,
  problems: {
    limit: (least: number, most: number) =>
      `Enter ${least} to ${most.toLocaleString('en')} MB/s, or leave it empty for no limit. The saved limit still applies.`,
    ceiling: (most: number) => `Enter 0 to ${most.toLocaleString('en')} USD. The saved amount still applies.`,
    atOnce: (most: number) =>
      `Enter a whole number from 1 to ${most}, or leave it empty. The saved number still applies.`,
  },
  general: { title: 'General' },
  presets: { title: 'Presets', lead: 'What to do with a recording: models, sound, format, place and name' },
  output: {
    title: 'Output and naming',
    lead: (preset: string) => `For “${preset}”, which new recordings use`,
    names: 'Names of results',
    place: 'Place of results',
  },
  queue: { title: 'Queue' },
  attention: { title: 'Notifications' },
  dataPlace: { title: 'Data' },
  advanced: { title: 'Advanced' },
  appearance: {
    title: 'Appearance',
    density: 'Rows of the queue',
    densityNote: 'Compact rows show more recordings at once. Comfortable rows show whole sentences.',
    densities: { compact: 'Compact', comfortable: 'Comfortable' },
  },
  bandwidth: {
    title: 'Bandwidth',
    text: 'Leaves room for calls and other traffic. All recordings share a limit. It applies from the next upload or download.',
    upload: 'Uploads',
    download: 'Downloads',
    none: 'No limit',
    megabytes: (count: number) => `${count} MB/s`,
    unit: ' MB/s',
    field: (what: string) => `${what} in MB/s`,
    presets: (what: string) => `Limit for ${what.toLowerCase()}`,
  },
  resend: {
    title: 'Connection lost during a start',
    text: 'If the connection drops while a restoration starts, Cleartake checks the service’s list and then retries automatically up to this price. If the first start did arrive, you pay for both.',
    field: 'Retry automatically up to',
    unit: ' USD',
    hint: 'Above this price, Cleartake asks you first. With 0, it asks whenever a retry costs money. If the price is unknown, it retries only recordings shorter than ten minutes.',
    standard: '1.00 USD',
  },
  notifications: {
    title: 'In this browser',
    text: 'Your browser can tell you when all recordings are done or something needs you.',
    allow: 'Allow notifications',
    allowed: 'Notifications are on.',
    denied: 'Your browser blocks notifications from this address. Allow them in its settings.',
  },
  closing: {
    title: 'Closing the window',
    text: 'What happens when you close the window while recordings are being processed.',
    field: 'While work runs',
    answers: { ask: 'Ask', 'keep-working': 'Keep working without a window', quit: 'Pause and quit' },
  },
  ending: {
    title: 'When the queue ends',
    text: 'What happens once everything you started is done, failed or cancelled.',
    field: 'At the end',
    answers: {
      nothing: 'Nothing',
      notify: 'Notify me',
      script: 'Notify me and run my program',
      quit: 'Notify me and quit',
    },
    scriptHint:
      'Cleartake runs the program at this path for up to five minutes, with CLEARTAKE_DONE, CLEARTAKE_FAILED, CLEARTAKE_CHARGED_USD and CLEARTAKE_FOLDER in its environment. Its output goes to the log.',
  },
  keys: { title: 'API keys' },
  data: {
    title: 'Data folder',
    text: 'Contains the queue, history, results, copies of recordings and the data of the built-in service.',
    copy: 'Copy path',
    copied: 'Copied',
  },
  session: {
    title: 'This browser tab',
    text: 'The tab has a session of its own. After you end it, open the printed address to come back. The queue keeps working.',
    end: 'End session',
  },
} as const;
