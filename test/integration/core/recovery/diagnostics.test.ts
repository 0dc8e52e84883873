import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLogTail } from '../../../../electron/core/features/settings/log-tail.ts';
import type { SystemFacts } from '../../../../electron/core/ports.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { createFileLog } from '../../../../electron/hosts/common/file-log.ts';
import { settingsOf } from '../../../../shared/domain/batch/presets.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor } from '../../../harness/desk/open-test-desk.ts';
import { ENCODINGS, type Encoding, search } from '../../../harness/secret-search/search.ts';

const USER = 'mirabelle-quist';
const SECRETS = {
  key: 'planted-key-7Yq2/Wn+5tRz=81kLm',
  replacedKey: 'planted-key-of-before-Hx93bbQe',
  adHocKey: 'planted-for-one-run-Jd71kkPwZs',
  serviceKey: 'ctk_live_p9Xw2LmZq84RtYc7',
  startKey: 'ct_run_0f3a9be2c47d11e8',
  webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  uploadSignature: 'up5Bq0Zk2WmX8sNdTf7JrVhY',
  downloadSignature: 'dn3Cw9Gl6YpQ1uHxKa4MtEzR',
  cookie: 'session-of-the-service=Pz6Fj2Ro8Ni',
  password: 'Tr0ub4dor&3-of-the-proxy',
  vaultKey: 'b64:9fQ2vY7nXw1LkPz3RtGh8s==',
  user: USER,
};
const FACTS: SystemFacts = {
  home: `/home/${USER}`,
  user: USER,
  computer: 'quist-laptop',
  platform: 'linux',
  node: '24',
};

function encoded(secret: string, encoding: Encoding): string {
  const bytes = Buffer.from(secret);
  if (encoding === 'uri') return encodeURIComponent(secret);
  if (encoding === 'utf16le') return Buffer.from(secret, 'utf16le').toString('latin1');
  return encoding === 'raw' ? secret : bytes.toString(encoding);
}

/** A log with every secret in every encoding, as if nothing had been redacted when it was written. */
function plantLog(dataDirectory: string): void {
  const lines = Object.values(SECRETS).flatMap((secret) =>
    ENCODINGS.map((encoding) => {
      const text = encoded(secret, encoding);
      const told = {
        reason: `the service answered ${text} to us`,
        detail: `https://files.example.com/up?sig=${text}&x=1`,
      };
      return JSON.stringify({
        at: '2026-11-23T03:00:00.000Z',
        level: 'error',
        message: `A call failed: ${text}`,
        ...told,
      });
    }),
  );
  const odd = [
    `no entry at all ${SECRETS.key}`,
    JSON.stringify({ [SECRETS.key]: 1, at: 'now', level: 'info', message: 'odd' }),
  ];
  mkdirSync(path.join(dataDirectory, 'logs'), { recursive: true });
  const log = path.join(dataDirectory, 'logs/cleartake.log');
  const half = Math.floor(lines.length / 2);
  writeFileSync(`${log}.1`, `${lines.slice(0, half).join('\n')}\n`);
  writeFileSync(log, `${[...lines.slice(half), ...odd].join('\n')}\n`);
}

/** The text as it is, and its strings without the escapes of JSON, which would hide some encodings. */
function placesOf(text: string) {
  const strings: string[] = [];
  JSON.parse(text, (_name, value) => {
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null) strings.push(...Object.keys(value));
    return value;
  });
  const bytes = [Buffer.from(text), Buffer.from(strings.join('\n')), Buffer.from(strings.join('\n'), 'latin1')];
  return bytes.map((one, index) => ({ name: 'diagnostics', where: String(index), bytes: one }));
}

/** A desk on which everything that a person can type or a service can answer holds a secret. */
async function plantedDesk() {
  const folder = path.join(temporaryFolder(), 'data');
  const vault = createMemoryVault();
  const test = openTestDesk(folder, {}, { vault, facts: () => FACTS });
  const { client, desk } = test;
  const prices = { 'service-2': 1, 'service-3.5': null };
  const details = { headerStyle: 'bearer' as const, prices };
  const added = await client.connections.add({
    ...details,
    name: `Vendor ${SECRETS.replacedKey}`,
    baseUrl: 'https://api.example.com',
    key: SECRETS.key,
  });
  await desk.adHocConnection('http://127.0.0.1:1', SECRETS.adHocKey);
  const source = path.join(folder, '..', `Talk of ${USER} ${SECRETS.cookie.replace('=', '-')}.wav`);
  writeTone(source, { seconds: 1 });
  const preset = presetFor(['service-2'], path.join(folder, `out ${SECRETS.vaultKey}`));
  await client.presets.save({ name: `Own ${SECRETS.startKey}`, settings: settingsOf(preset) });
  await client.system.setPreset({ ...preset, namingTemplate: `{name} ({model}) ${SECRETS.serviceKey}` });
  await client.queue.add({ paths: [source], preset, start: false, connectionId: added.id });
  plantLog(folder);
  return { ...test, folder, source };
}

test('none of twelve planted secrets is in the diagnostics file, in any encoding, with names and without', async () => {
  const { client, folder, source } = await plantedDesk();
  const bare = readLogTail(folder, 1000, (text) => text);
  const found = search(placesOf(JSON.stringify(bare)), SECRETS);
  // Without redaction the search finds them all: it can fail.
  expect(new Set(found.map(({ secret }) => secret))).toEqual(new Set(Object.keys(SECRETS)));
  expect(new Set(found.map(({ encoding }) => encoding))).toEqual(new Set(ENCODINGS));
  for (const names of [false, true]) {
    const { text } = await client.system.diagnostics({ names });
    expect(search(placesOf(text), SECRETS), `names: ${names}`).toEqual([]);
    expect(text.includes('Talk of '), `names: ${names}`).toBe(names);
    expect(text).not.toContain(path.dirname(source).slice(1));
    const report = JSON.parse(text);
    expect(report).toMatchObject({
      containsNames: names,
      store: { integrity: 'ok', rows: { recording: 1, job: 1 }, jobs: { queued: 1 } },
      connections: [{ kind: 'built-in' }, { kind: 'remote', origin: 'https://api.example.com' }, { kind: 'ad-hoc' }],
      settings: { theme: 'auto' },
      unreadableLogLines: 1,
    });
    expect(report.log).toHaveLength(61);
    expect(report.log[0].message).toMatch(/^A call failed: \[(secret|id \d+)\]$/);
  }
});

test('what is saved is what was shown, byte for byte', async () => {
  const { client, desk } = await plantedDesk();
  expect(desk.diagnosticsFile()).toBeNull();
  const shown = await client.system.diagnostics({ names: false });
  expect(desk.diagnosticsFile()).toEqual(shown);
  expect(shown.fileName).toMatch(/^cleartake-diagnostics-\d{4}-\d\d-\d\d\.json$/);
});

test('the log in the diagnostics file goes on in older files, which a long log began anew, and ends with the latest entries', () => {
  const folder = temporaryFolder();
  const log = createFileLog({ dataDirectory: folder, clock: { now: () => 0 }, mostBytes: 2000 });
  for (let count = 0; count < 40; count++) log.info(`entry ${count}`);
  log.close();
  expect(readdirSync(path.join(folder, 'logs')).length).toBeGreaterThan(1);
  const messages = (most: number) => readLogTail(folder, most, (text) => text).entries.map(({ message }) => message);
  expect(messages(35)).toEqual(Array.from({ length: 35 }, (_, index) => `entry ${index + 5}`));
  // What begins in the middle of a line is left out.
  writeFileSync(
    path.join(folder, 'logs/cleartake.log'),
    `${'x'.repeat(500_000)}\n{"at":"","level":"info","message":"last"}\n`,
  );
  expect(messages(35)).toEqual(['last']);
});
