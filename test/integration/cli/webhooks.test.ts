import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeWebhookSecret } from '../../../electron/platform/security/webhook-signature.ts';
import { type CliEvent, runCli, startCli } from '../../harness/cli/run-cli.ts';
import { createSender } from '../../harness/webhooks/deliver.ts';

function folderOfTest(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-cli-webhooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The first line of a listening command. */
function firstLine(child: ReturnType<typeof startCli>['child']): Promise<CliEvent> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      const [line, ...rest] = text.split('\n');
      if (rest.length > 0) resolve(JSON.parse(line ?? ''));
    });
    child.once('close', () => reject(new Error('It ended before it listened')));
  });
}

test('webhooks listen prints each verified delivery once, says why it refused others, and goes on where it was', {
  tags: 'long',
}, async () => {
  const folder = folderOfTest();
  const secret = makeWebhookSecret(randomBytes);
  const file = path.join(folder, 'secret');
  writeFileSync(file, `${secret}\n`);
  const words = ['webhooks', 'listen', '--port', '0', '--data-dir', path.join(folder, 'data')];

  const run = async (how: 'file' | 'environment', ids: readonly string[]) => {
    const { child, result } = startCli([...words, ...(how === 'file' ? ['--secret-file', file] : [])], {
      environment: how === 'environment' ? { CLEARTAKE_WEBHOOK_SECRET: secret } : {},
    });
    const { url, certificate } = await firstLine(child);
    const trusted = readFileSync(String(certificate), 'utf8');
    const sender = createSender({ url: String(url), certificate: trusted, secret });
    for (const id of ids) await sender.deliver(id);
    const stranger = createSender({
      url: String(url),
      certificate: trusted,
      secret: makeWebhookSecret(randomBytes),
    });
    await stranger.deliver('forged');
    sender.close();
    stranger.close();
    child.kill('SIGINT');
    return result;
  };

  const first = await run('file', ['one', 'two', 'one']);
  expect(first.status).toBe(0);
  const told = (events: readonly CliEvent[]) => events.map(({ event, id, reason }) => [event, id ?? reason ?? '']);
  expect(told(first.events).sort()).toEqual([
    ['delivery', 'msg_one'],
    ['delivery', 'msg_two'],
    ['listening', ''],
    ['refused', 'signature'],
    ['repeated', 'msg_one'],
    ['stopped', ''],
  ]);
  const [delivery] = first.events.filter(({ event }) => event === 'delivery');
  expect(delivery?.payload).toMatchObject({ eventType: 'generation.completed', generationId: 'gen_one' });
  expect(first.events.at(-1)).toMatchObject({ event: 'stopped', taken: 2, refused: 1 });

  const second = await run('environment', ['two', 'three']);
  expect(told(second.events).filter(([event]) => event === 'delivery')).toEqual([['delivery', 'msg_three']]);
  for (const { stdout, stderr } of [first, second])
    expect(stdout + stderr).not.toContain(secret.slice('whsec_'.length));
});

test('what webhooks listen answered when nobody read its output any more is printed by the next run, once', {
  tags: 'long',
}, async () => {
  const folder = folderOfTest();
  const secret = makeWebhookSecret(randomBytes);
  const words = ['webhooks', 'listen', '--port', '0', '--data-dir', path.join(folder, 'data')];
  const start = () => startCli(words, { environment: { CLEARTAKE_WEBHOOK_SECRET: secret } });
  const read = start();
  const { url, certificate } = await firstLine(read.child);
  const sender = createSender({ url: String(url), certificate: readFileSync(String(certificate), 'utf8'), secret });
  read.child.stdout?.destroy();
  expect((await sender.deliver('one')).status).toBe(200);
  sender.close();
  expect((await read.result).status).toBe(0);

  const printed: unknown[] = [];
  for (let run = 0; run < 2; run++) {
    const { child, result } = start();
    await firstLine(child);
    child.kill('SIGINT');
    printed.push(...(await result).events.filter(({ event }) => event === 'delivery').map(({ id }) => id));
  }
  expect(printed).toEqual(['msg_one']);
});

test('webhooks listen refuses to begin without a usable secret, or as plain HTTP without an address for the service', async () => {
  const words = ['webhooks', 'listen', '--port', '0', '--data-dir', path.join(folderOfTest(), 'data')];
  const secret = makeWebhookSecret(randomBytes);
  const none = await runCli(words);
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('CLEARTAKE_WEBHOOK_SECRET')]);
  const wrong = await runCli(words, { environment: { CLEARTAKE_WEBHOOK_SECRET: 'ctk_something-else' } });
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('whsec_')]);
  expect(wrong.stderr).not.toContain('something-else');
  const environment = { CLEARTAKE_WEBHOOK_SECRET: secret };
  const plain = await runCli([...words, '--http'], { environment });
  expect([plain.status, plain.stderr]).toEqual([2, expect.stringContaining('--public-url')]);
  const insecure = await runCli([...words, '--http', '--public-url', 'http://hooks.example/'], { environment });
  expect([insecure.status, insecure.stderr]).toEqual([2, expect.stringContaining('https')]);
});
