/** Words of the settings. */

export const SETTINGS = {
  title: 'Settings',
  lead: 'What holds for the whole queue. Changes are kept at once.',
  bandwidth: {
    title: 'Bandwidth',
    text: 'Leaves room for calls and everything else on the line. A limit is shared by all recordings and holds from the next upload or download on.',
    upload: 'Uploads',
    download: 'Downloads',
    none: 'No limit',
    field: (what: string) => `${what} in MB/s`,
    presets: (what: string) => `Limit of ${what.toLowerCase()}`,
    notes: {
      none: '0 is no limit.',
      least: 'This is the least that works.',
      most: 'This is the most that can be set.',
    },
  },
  resend: {
    title: 'When the answer to a start is lost',
    text: 'Rarely the network breaks just as a generation is started. Cleartake then reads the service’s own list, for ten minutes or longer. When the start does not turn up there, it is sent once more by itself if it costs at most this much. Should the first one have arrived after all, that generation is paid twice.',
    field: 'Start again by itself up to',
    hint: 'Anything dearer asks you first. With 0, everything that costs something does. Where the price is not known, only recordings under ten minutes are started again.',
  },
  keys: { title: 'API keys' },
  data: {
    title: 'Data folder',
    text: 'Everything that Cleartake keeps lies here: queue, history, results, copies of recordings, and the data of the built-in service.',
    copy: 'Copy the path',
    copied: 'Copied',
  },
  kept: 'Kept.',
} as const;
