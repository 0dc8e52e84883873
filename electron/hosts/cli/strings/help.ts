/** The help of the command line: what every command, argument and option does. */

import { MODEL_IDS } from '../../../../shared/domain/models.ts';

const PAID_AGAIN = 'restore (and pay for) recordings again that already have a result';

export const HELP = {
  program: 'Restore speech in batches of recordings, from the terminal.',
  dataDir: 'data folder (default: the application data folder of this computer)',
  json: 'one JSON object per line, for programs',
  concurrency: 'how many recordings to work on at the same time',
  restore: {
    command: 'restore files and folders (recursive) and wait until they are done',
    paths: 'recordings, folders and m3u playlists',
    fromList: 'file that lists recordings and folders, one a line, relative to itself; repeatable',
    model: `${MODEL_IDS.join(' or ')}; repeat for both (default: service-2)`,
    out: 'folder for the outputs (default: beside each source)',
    type: 'audio (the format of the source) or mp3',
    preset: 'sampling preset of the service, sent as it is',
    again: `${PAID_AGAIN} (default: use the earlier result)`,
    connection: 'a connection of the desk',
    baseUrl: 'address of a service; its key is read from CLEARTAKE_API_KEY',
    price: 'price of that service per second; repeat for both models',
    maxCost: 'start nothing that would exceed this cost',
    rehearsal: 'start the built-in service in rehearsal mode',
  },
  export: {
    strength: 'how much of the restoration to mix in',
    loudness: 'integrated loudness, for example -16 for stereo or -19 for mono; peaks never exceed -1 dBTP',
    format: 'format of the outputs',
  },
  resume: {
    command: 'finish what an earlier run left',
    failed: 'also retry recordings that failed, from where they failed',
  },
  answer: {
    command: 'answer for a recording that needs attention: look for its start again, or start it again',
    recording: 'its name as `status` shows it, or its job id',
  },
  status: 'show what is in the queue',
  history: {
    command: 'show everything that was ever done, newest first',
    search: 'name, path, connection, model or state',
    csv: 'one line per generation, for spreadsheets',
  },
  costs: {
    command: 'show what was charged and what is reserved, by month, connection and model',
    csv: 'one line per month, connection and model, for spreadsheets',
  },
  connections: {
    command: 'manage connections to services and their keys',
    list: 'list all connections',
    add: 'add a service',
    header: 'header that carries the key',
    price: 'its price per second; repeat for both models',
    setKey: 'replace the key of a connection',
    remove: 'delete a connection and its key',
    choose: 'use this connection for new recordings on the desk',
    test: 'check address and key with one harmless call',
    withKey: (command: string) => `${command}; the key is read from CLEARTAKE_API_KEY or --key-stdin`,
    keyStdin: 'read the key from standard input',
    store: 'where to keep the key if this computer has no secure key storage: in an unencrypted file only you can read',
  },
  service: {
    command: 'run the local service alone; the first line of output has its address and, once, its keys',
    host: 'address to listen on; without TLS it must be a loopback address',
    port: 'port; 0 picks a free one',
    config: 'settings as JSON: prices, limits, quota, webhooks, publicUrl',
    tlsCert: 'certificate with its chain, in PEM',
    tlsKey: 'private key of the certificate, in PEM without a passphrase',
    newAdminKey: 'create another admin key, in case the first one is lost',
    rehearsal: 'let /portal/rehearsal make it slow, flaky or strict',
  },
  engine: {
    command: 'run the audio engine alone',
    input: 'a recording',
    restoreOutput: 'the output; its extension selects the format',
    model: 'restoration model',
    preset: 'sampling preset',
    peaksOutput: 'the peaks file',
    measure: 'measure a recording: loudness, noise, speech, hum, reverb and more',
    export: 'write a result the way it goes to the output folder',
    original: 'the recording',
    result: 'the result that a model made of it',
    exportOutput: 'the output',
  },
} as const;
