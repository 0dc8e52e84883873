import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { costsCommand } from '../../../electron/hosts/cli/commands/looking/costs.ts';
import { historyCommand } from '../../../electron/hosts/cli/commands/looking/history.ts';
import { statusCommand } from '../../../electron/hosts/cli/commands/looking/status.ts';
import { listConnections } from '../../../electron/hosts/cli/commands/services/connections.ts';
import * as keys from '../../../electron/hosts/cli/commands/services/keys.ts';
import * as portal from '../../../electron/hosts/cli/commands/services/portal.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { addWork, startLedger } from '../../harness/costs/random-ledger.ts';
import { listen } from '../../harness/remote/listen.ts';
import { startCustomer } from '../../harness/service/billing-account.ts';
import { MIGRATIONS } from '../../harness/store/released-store.ts';

/** Clears the screen, renames the window, the same in one character, turns the text round, and forges a line. */
const HOSTILE = 'x\u001b[2J\u001b]0;owned\u0007\u009b2J\u202egnp\u2066\u200e\rforged\n0 failed\u0085\ufeff';

/** What no output may have. Line breaks are the program's own where each line is one that it meant. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs a command. @returns what of its output isn't harmless */
async function harmIn(name: string, command: () => Promise<number> | number): Promise<readonly string[]> {
  const { sentence: _, stderr, stdout } = await runHere(command);
  // Spreadsheets know UTF-8 by the mark in front.
  const lines = `${stdout.replace(/^\ufeff/, '')}${stderr}`.split('\n');
  return lines.filter((line) => RAW.test(line) || line.startsWith('0 failed')).map((line) => `${name}: ${line}`);
}

/** A history in which every name and every word of a service is hostile. */
function hostileHistory(): string {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, 'cleartake.sqlite');
  const store = openStore(file, MIGRATIONS, nodeFiles);
  const ledger = startLedger(store, 7);
  store.transaction(() => {
    for (let n = 0; n < 20; n++) addWork(ledger);
  });
  store.close();
  const database = new DatabaseSync(file);
  database.function('hostile', () => HOSTILE);
  const error = { code: 'generationFailed', userMessage: HOSTILE, detail: HOSTILE, retryable: false };
  const failed = JSON.stringify({ kind: 'failed', retryFrom: 'generating', error });
  const waiting = JSON.stringify({ kind: 'waiting', from: 'generating', until: null, reason: error });
  database.exec('update recording set name = hostile(), folder = hostile(), path = hostile()');
  database.exec("update connection set name = hostile(), label = hostile() where kind <> 'built-in'");
  database.exec('update generation set remote_status = hostile()');
  const setState = database.prepare(
    'update job set state_kind = ?, state = ?, admitted_at = created_at, removed_at = null, forgotten_at = null where rowid % 2 = ?',
  );
  setState.run('failed', failed, 0);
  setState.run('waiting', waiting, 1);
  database.close();
  return dataDir;
}

test('no escape sequence of a service or a file name leaves a command that reads the history', async () => {
  const dataDir = hostileHistory();
  for (const command of [statusCommand, historyCommand])
    expect((await runHere(() => command({ dataDir }))).stdout).toContain('x?[2J?]0;owned??2J?gnp');
  const forms = [{}, { csv: true }, { json: true }] as const;
  const harm: string[] = [];
  for (const form of forms) {
    const options = { dataDir, ...form };
    const run = async (name: string, command: () => Promise<number> | number) => {
      harm.push(...(await harmIn(`${name} ${JSON.stringify(form)}`, command)));
    };
    await run('status', () => statusCommand(options));
    await run('history', () => historyCommand(options));
    await run('costs', () => costsCommand(options));
    await run('costs --ledger', () => costsCommand({ ...options, ledger: true }));
    for (const by of ['show', 'batch', 'model', 'connection'] as const)
      await run(`costs --by ${by}`, () => costsCommand({ ...options, by }));
    await run('connections', () => listConnections(options));
  }
  expect(harm).toEqual([]);
});

test('JSON keeps the words themselves, escaped', async () => {
  const dataDir = hostileHistory();
  const { stdout } = await runHere(() => historyCommand({ dataDir, json: true }));
  const entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.every(({ name }) => name === HOSTILE)).toBe(true);
});

/** Every text in an answer becomes hostile whose field has this name; without a name, nothing does. */
function poison(value: unknown, field: string, seen: Set<string>, key = ''): unknown {
  if (typeof value === 'string') {
    seen.add(key);
    return key === field ? HOSTILE : value;
  }
  if (Array.isArray(value)) return value.map((one) => poison(one, field, seen, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poison(one, field, seen, name)]));
}

test('no field of a service’s answers about an account reaches the terminal as it is', async () => {
  const customer = await startCustomer();
  await customer.generate();
  let field = '';
  let seen = new Set<string>();
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${customer.service.baseUrl}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = JSON.stringify(poison(await answer.json(), field, seen));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  const { close, origin: baseUrl } = await listen(proxy);
  onTestFinished(close);
  const options = { baseUrl, header: 'bearer', dataDir: path.join(temporaryFolder(), 'data'), limit: 100 } as const;
  const commands = {
    keys: () => keys.listKeysCommand(options),
    'keys create': () => keys.createKeyCommand(`New ${field}`, { ...options, role: 'scoped', scope: ['read'] }),
    status: () => portal.showStatus(options),
    invoices: () => portal.portalInvoicesCommand(options),
    usage: () => portal.portalUsageCommand(options),
    audit: () => portal.portalAuditCommand(options),
    ledger: () => portal.portalLedgerCommand(options),
    'account keys': () => portal.portalKeysCommand(options),
    users: () => portal.portalUsersCommand(options),
    'unknown invoice': () => portal.showInvoice('in_unknown', options),
  };
  const harm: string[] = [];
  let fields = 0;
  for (const [name, command] of Object.entries(commands)) {
    const run = async () => {
      vi.stubEnv('CLEARTAKE_ADMIN_KEY', customer.adminKey);
      harm.push(...(await harmIn(`${name} with ${field}`, command)));
    };
    [field, seen] = ['', new Set()];
    await run();
    const here = [...seen];
    fields += here.length;
    for (field of here) await run();
  }
  expect(fields).toBeGreaterThan(30);
  expect(harm).toEqual([]);
});
