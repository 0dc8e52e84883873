import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { endpointTable } from '../../../build/service-reference/endpoint-table.ts';
import { ENDPOINTS } from '../../../build/service-reference/endpoints.ts';
import { inOrder } from '../../../build/service-reference/permission-table.ts';
import { withTables } from '../../../build/service-reference/tables.ts';
import { addCareCommands } from '../../../electron/hosts/cli/program/care.ts';
import { addConnectionCommands } from '../../../electron/hosts/cli/program/connections.ts';
import { addKeyCommands } from '../../../electron/hosts/cli/program/keys.ts';
import { addPortalCommands } from '../../../electron/hosts/cli/program/portal.ts';
import { addRehearseCommands } from '../../../electron/hosts/cli/program/rehearse.ts';
import { addWebhookCommands } from '../../../electron/hosts/cli/program/webhooks.ts';
import { addWorkCommands } from '../../../electron/hosts/cli/program/work.ts';
import { OPERATIONS } from '../../../shared/service-api/operations/all.ts';
import { callsOf } from '../../harness/desk/contract-calls.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const paths = inOrder(OPERATIONS).map((operation) => operation.path);

test('the service’s README shows where every call is used', () => {
  const text = readFileSync(path.join(ROOT, 'electron/service/README.md'), 'utf8');
  // When this fails: a line in build/service-reference/endpoints.ts, then npm run permissions
  expect(text).toBe(withTables(text, 'endpoints', endpointTable(paths, ENDPOINTS)));
});

test('a call without a line, and a line without a call, are told', () => {
  expect(() => endpointTable([...paths, '/v1/new'], ENDPOINTS)).toThrow('/v1/new');
  expect(() => endpointTable(paths.slice(1), ENDPOINTS)).toThrow(paths[0]);
});

test('every call of the specification is on the desk, with an end-to-end test, and in the terminal', () => {
  for (const [call, { desk, terminal }] of Object.entries(ENDPOINTS)) {
    if (!call.startsWith('/v1/')) continue;
    expect([call, desk?.test]).toEqual([call, expect.stringMatching(/^test\/e2e\//)]);
    expect([call, terminal?.test]).toEqual([call, expect.stringMatching(/^test\/integration\//)]);
  }
});

test('the contract’s calls, the commands and the tests that are named exist', () => {
  const program = new Command();
  const administration = [addCareCommands, addKeyCommands, addPortalCommands, addRehearseCommands, addWebhookCommands];
  for (const add of [addWorkCommands, addConnectionCommands, ...administration]) add(program, () => undefined);
  const calls = callsOf();
  for (const { desk, terminal } of Object.values(ENDPOINTS)) {
    for (const call of desk?.calls ?? []) expect(calls).toContain(call);
    for (const file of [desk?.test, terminal?.test]) {
      if (file !== undefined) expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true]);
    }
    if (terminal !== null) expect(commandsOf(program)).toContain(terminal.command);
  }
});

/** `keys`, `keys list` and all others. */
function commandsOf(parent: Command, before = ''): string[] {
  return parent.commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    return [name, ...commandsOf(command, `${name} `)];
  });
}
