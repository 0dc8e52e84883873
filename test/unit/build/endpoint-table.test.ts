import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { endpointTable } from '../../../build/service-reference/endpoint-table.ts';
import { ENDPOINTS } from '../../../build/service-reference/endpoints.ts';
import { inOrder } from '../../../build/service-reference/permission-table.ts';
import { withTables } from '../../../build/service-reference/tables.ts';
import { createProgram } from '../../../electron/hosts/cli/program/program.ts';
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
    expect([call, desk]).toEqual([call, expect.objectContaining({ test: expect.stringMatching(/^test\/e2e\//) })]);
    expect([call, terminal]).toEqual([
      call,
      expect.objectContaining({ test: expect.stringMatching(/^test\/integration\//) }),
    ]);
  }
});

test('the contract’s calls and the commands that are named exist, and the tests prove each of their rows', () => {
  const program = createProgram(() => undefined);
  const calls = callsOf();
  for (const [side, places] of Object.entries({
    desk: Object.values(ENDPOINTS).map(({ desk }) => desk),
    terminal: Object.values(ENDPOINTS).map(({ terminal }) => terminal),
  })) {
    for (const place of places) {
      if ('why' in place) continue;
      if ('calls' in place) for (const call of place.calls) expect(calls).toContain(call);
      else expect(commandsOf(program)).toContain(place.command);
      const text = readFileSync(path.join(ROOT, place.test), 'utf8');
      expect([place.test, text]).toEqual([
        place.test,
        expect.stringContaining(`createEndpointProof('${side}', import.meta.filename, `),
      ]);
      expect([place.test, text]).toEqual([place.test, expect.stringContaining('proof.missing()).toEqual([])')]);
    }
  }
});

/** `keys`, `keys list` and all others. */
function commandsOf(parent: Command, before = ''): string[] {
  return parent.commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    return [name, ...commandsOf(command, `${name} `)];
  });
}
