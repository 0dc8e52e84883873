import { expect, test } from 'vitest';
import { createListeners } from '../../../electron/platform/disposal.ts';
import type { HelperProcess, ParentPort, SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { hostRelay, isRelayMessage, relayedSpawn } from '../../../electron/platform/processes/helper-relay.ts';

/** A helper in this process: what it sends arrives at once, and it ends when told. */
function createPair(): { readonly helper: HelperProcess; readonly port: ParentPort; end(code: number): void } {
  const toParent = createListeners<unknown>();
  const toChild = createListeners<unknown>();
  const exits = createListeners<number | null>();
  const end = (code: number) => exits.notify(code);
  return {
    helper: { send: toChild.notify, onMessage: toParent.add, onExit: exits.add, stop: async () => end(0) },
    port: { send: toParent.notify, onMessage: toChild.add },
    end,
  };
}

function relay(allowed: readonly ('engine' | 'service')[] = ['engine']) {
  const service = createPair();
  const engines: { environment: Readonly<Record<string, string>>; pair: ReturnType<typeof createPair> }[] = [];
  const spawn: SpawnHelper = (_entry, environment) => {
    const pair = createPair();
    engines.push({ environment, pair });
    return pair.helper;
  };
  hostRelay(service.helper, spawn, allowed);
  return { service, engines, spawnFromService: relayedSpawn(service.port) };
}

test('messages go both ways through the parent, and the end is told', () => {
  const { engines, spawnFromService } = relay();
  const engine = spawnFromService('engine', { A: '1' });
  const heard: unknown[] = [];
  engine.onMessage((message) => heard.push(message));
  engine.onExit((code) => heard.push(['exit', code]));
  expect(engines[0]?.environment).toEqual({ A: '1' });
  engines[0]?.pair.port.onMessage((message) => engines[0]?.pair.port.send({ echo: message }));
  engine.send('hello');
  engines[0]?.pair.end(7);
  expect(heard).toEqual([{ echo: 'hello' }, ['exit', 7]]);
  const late: unknown[] = [];
  engine.onExit((code) => late.push(code));
  expect(late).toEqual([7]);
});

test('only what is allowed is started', () => {
  const { engines, spawnFromService } = relay(['engine']);
  const codes: (number | null)[] = [];
  spawnFromService('service', {}).onExit((code) => codes.push(code));
  expect(engines).toEqual([]);
  expect(codes).toEqual([1]);
});

test('what a helper started ends with it', () => {
  const { engines, service, spawnFromService } = relay();
  spawnFromService('engine', {});
  const ended: (number | null)[] = [];
  engines[0]?.pair.helper.onExit((code) => ended.push(code));
  service.end(1);
  expect(ended).toEqual([0]);
});

test('two engines of one service do not hear each other', () => {
  const { engines, spawnFromService } = relay();
  const [one, other] = [spawnFromService('engine', {}), spawnFromService('engine', {})];
  const heard: unknown[] = [];
  one.onMessage((message) => heard.push(['one', message]));
  other.onMessage((message) => heard.push(['other', message]));
  engines[1]?.pair.port.send('mine');
  expect(heard).toEqual([['other', 'mine']]);
  expect([{ relay: 'exit' }, { kind: 'listening' }, null].map(isRelayMessage)).toEqual([true, false, false]);
});
