/** What the help shows below the options: examples, and for the whole program the exit statuses and where keys come from. */

/** By command, without the program's name. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  restore: [
    'cleartake restore episode-12/ --out restored',
    'cleartake restore take.wav --model service-3.5 --connection Studio --cap 2.50',
    'cleartake restore --from-list today.txt --json | tail -n 1 | jq .failed',
  ],
  quote: ['cleartake quote episode-12/ --connection Studio --model service-3.5'],
  resume: ['cleartake resume --failed', 'cleartake resume --cap 5'],
  send: [
    'cleartake send take.wav --connection Studio --model service-3.5',
    'cleartake send --marked --connection Studio --cap 2.50',
  ],
  watch: ['cleartake watch ~/inbox --out ~/restored', 'cleartake watch ~/inbox --connection Studio --cap 2.50'],
  download: ['cleartake download take.wav', 'cleartake download take.wav --type mp3'],
  export: ['cleartake export --out delivered --name "{folder}/{date} {name}"'],
  history: [
    'cleartake history --search interview --states done',
    'cleartake history --dates 2026-11-01..2026-11-30 --csv > november.csv',
    "cleartake history --json | jq -r 'select(.error) | .name'",
  ],
  costs: ['cleartake costs --by show --from 2026-11-01 --to 2026-12-01', 'cleartake costs --ledger --csv > ledger.csv'],
  reconcile: ['cleartake reconcile invoice.csv --connection Studio --column amount=Total'],
  'settings set': ['cleartake settings list', 'cleartake settings set upload-limit 5'],
  'presets import': ['cleartake presets export > presets.json', 'cleartake presets import presets.json'],
  'connections add': [
    'cleartake connections add Studio https://restore.example.com --key-stdin < key',
    'cleartake connections add Studio https://restore.example.com \\\n--price service-2=0.0005 --price service-3.5=0.002',
  ],
  'connections set-cap': ['cleartake connections set-cap Studio --day 5 --month none'],
  'webhooks listen': ['cleartake webhooks listen --secret-file secret | jq .event'],
  'webhooks configure': [
    'cleartake webhooks configure Studio https://hooks.example.com/cleartake',
    'cleartake webhooks configure Studio https://hooks.example.com --key Newsroom',
  ],
  'webhooks recover': ['cleartake webhooks recover Studio whe_5cd3… --since 5d'],
  'keys list': ['cleartake keys list --connection Studio'],
  'keys rotate': [
    'cleartake keys rotate Newsroom --connection Admin |\ncleartake connections set-key Studio --key-stdin',
  ],
  'keys create': ['cleartake keys create Newsroom --scope read write --connection Admin > key'],
  'keys limit': [
    'cleartake keys limit Newsroom 60 --connection Admin',
    'cleartake keys limit Newsroom none --connection Admin',
  ],
  'portal payment': ['cleartake portal payment "Studio card" --connection Admin'],
  'portal alerts': ['cleartake portal alerts 25 40 50 --connection Admin'],
  'portal invoices': ['cleartake portal invoices --connection Admin --json'],
  'rehearse slow': ['cleartake rehearse slow --calls 0.5 --restorations 20'],
  'rehearse fail': ['cleartake rehearse fail starts 503 --times 3', 'cleartake rehearse fail everything drop-after'],
  'rehearse clock': ['cleartake rehearse clock 36h'],
  cleanup: ['cleartake cleanup', 'cleartake cleanup --remove old-logs'],
  'desk export': ['cleartake desk export desk.tar --results'],
  service: [
    'cleartake service --port 8080 --data-dir studio',
    'cleartake service --config studio.json --host 0.0.0.0 --port 8443 \\\n--tls-cert cert.pem --tls-key key.pem',
    'cleartake service --data-dir studio --back-up-to backup',
  ],
};

export const HELP_LAYOUT = {
  groups: {
    restoring: 'Restore recordings:',
    looking: 'See what was done:',
    desk: 'Presets and settings:',
    services: 'Services and accounts:',
    care: 'Data folder:',
    alone: 'Service and engine alone:',
  },
  examples: 'Examples:',
  help: 'show this help',
  version: 'show the version',
  helpCommand: 'show the help of a command',
  /** @param command with the program's name */
  hint: (command: string) => `Run \`${command} --help\` for its arguments and options.`,
  program: [
    'Exit status:',
    '  0  everything is done',
    '  1  something failed; what succeeded is kept',
    '  2  the command was called wrongly',
    '  3  something needs you: billing, a key, a decision, or another program is',
    '     using the data folder',
    '',
    'Keys are never arguments. CLEARTAKE_API_KEY holds the key of a service,',
    'CLEARTAKE_ADMIN_KEY an account’s admin key, CLEARTAKE_WEBHOOK_SECRET a signing',
    'secret; --key-stdin, --key-file and --secret-file read them from elsewhere.',
    '',
    'Run `cleartake COMMAND --help` for arguments, options and examples.',
  ],
} as const;
