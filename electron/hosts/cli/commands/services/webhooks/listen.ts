/** `cleartake webhooks listen`: prints the verified events of an endpoint as lines of JSON, each once. It needs no desk. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Receiver, ReceiverParts } from '../../../../../core/features/connections/webhooks/receiver.ts';
import { createScope } from '../../../../../platform/disposal.ts';
import { makeOwnerOnlyFolder } from '../../../../../platform/files/make-folder.ts';
import { silentLog } from '../../../../../platform/log.ts';
import { isWebhookSecret } from '../../../../../platform/security/webhook-signature.ts';
import { systemClock } from '../../../../../platform/time/clock.ts';
import { knownSecrets } from '../../../../common/vault/secret-tracking.ts';
import { readSecretFromInput } from '../../../access/key-input.ts';
import { EXIT, type ExitStatus, UsageError } from '../../../exit-status.ts';
import { printed } from '../../../output/printer.ts';
import { jsonLine } from '../../../reports/printable.ts';
import type { CliCommand } from '../../../syntax/cli-command.ts';
import { parsePort } from '../../../syntax/parsers.ts';
import { terminationRequested } from '../../../termination.ts';

export function addListen(webhooks: CliCommand): void {
  webhooks
    .subcommand(
      'listen',
      'receive webhooks on this computer until you press Ctrl-C, and print each verified event once, as a line of JSON',
    )
    .option('--port <n>', 'port of 127.0.0.1 to listen on', parsePort, USUAL_PORT)
    .option('--http', 'plain HTTP, for a proxy or tunnel of yours that has TLS')
    .option('--public-url <url>', 'where the service reaches that proxy; the path is also the one that is listened to')
    .option('--secret-stdin', 'read the signing secret from standard input')
    .option(
      '--secret-file <file>',
      'read the signing secret from this file; after a rotation, both secrets, one a line',
    )
    .dataDir()
    .examples('cleartake webhooks listen --secret-file secret | jq .event')
    .run(listen);
}

interface ListenOptions extends SecretOptions {
  readonly port: number;
  readonly http?: boolean;
  /** The path is the one that is listened to. */
  readonly publicUrl?: string;
  readonly dataDir?: string;
}

/** Where it listens unless the options say otherwise. */
const [USUAL_PORT, USUAL_PATH] = [4780, '/webhooks'];

/** Runs until it is told to stop. Events that were answered but not printed are printed by the next run. */
async function listen(options: ListenOptions): Promise<ExitStatus> {
  const termination = terminationRequested();
  const publicUrl = readPublicUrl(options);
  const secrets = await readSigningSecrets(options);
  const [
    { WEBHOOK_REFUSAL_WORDS },
    { receiverCertificate },
    { openReceived },
    { startReceiver },
    { tryLockFile },
    { nodeHostInfo },
  ] = await Promise.all([
    import('../../../../../../shared/domain/connections/webhook-refusals.ts'),
    import('../../../../../core/features/connections/webhooks/certificate.ts'),
    import('../../../../../core/features/connections/webhooks/received.ts'),
    import('../../../../../core/features/connections/webhooks/receiver.ts'),
    import('../../../../../platform/sqlite.ts'),
    import('../../../../common/paths.ts'),
  ]);
  const scope = createScope();
  let taken = 0;
  try {
    const folder = path.join(nodeHostInfo('cli', options.dataDir).dataDirectory, 'webhooks');
    makeOwnerOnlyFolder(folder);
    const lock = tryLockFile(path.join(folder, 'terminal.lock'));
    if (lock === null)
      throw new UsageError(
        'Another `cleartake webhooks listen` uses this data folder. Stop it, or choose another one with --data-dir.',
      );
    scope.add(lock.release);
    const tls = options.http === true ? null : await receiverCertificate(folder, systemClock.now());
    const received = openReceived(path.join(folder, 'terminal.sqlite'));
    scope.add(received.close);
    const receivingPath = publicUrl?.pathname ?? USUAL_PATH;
    const parts: ReceiverParts = {
      clock: systemClock,
      log: silentLog,
      received,
      sourceAt: (place) => (place === receivingPath ? { source: 'terminal', secrets } : null),
      onEvent: async ({ delivery, at, payload }) => {
        const event = { event: 'delivery', id: delivery, at: new Date(at).toISOString(), payload: JSON.parse(payload) };
        await printed(jsonLine(event));
        taken += 1;
      },
      onRepeated: (id) => printObject({ event: 'repeated', id }),
      onRefused: (reason) => printObject({ event: 'refused', reason, sentence: WEBHOOK_REFUSAL_WORDS[reason] }),
    };
    const receiver = await startReceiver(parts, { port: options.port, tls }).catch((failure: unknown) => {
      throw asUsageError(failure, options.port);
    });
    printObject({
      event: 'listening',
      url: publicUrl?.href ?? `${receiver.origin}${receivingPath}`,
      port: receiver.port,
      certificate: tls?.file ?? null,
    });
    await termination;
    await stop(receiver, () => taken);
    return EXIT.done;
  } finally {
    await scope.close();
  }
}

async function stop(receiver: Receiver, taken: () => number): Promise<void> {
  await receiver.close();
  printObject({ event: 'stopped', taken: taken(), refused: receiver.refusals.count });
}

function readPublicUrl({ http, publicUrl }: ListenOptions): URL | null {
  if (publicUrl === undefined) {
    if (http === true)
      throw new UsageError('Plain HTTP is for your own proxy. Say with --public-url where the service reaches it.');
    return null;
  }
  const parsed = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    throw new UsageError('Use an https address such as https://hooks.example.com/cleartake.');
  }
  return parsed;
}

function asUsageError(failure: unknown, port: number): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : '';
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is already in use. Choose another one with --port.`);
  if (code === 'EACCES')
    return new UsageError(`Your account doesn’t have permission to use port ${port}. Choose one above 1023.`);
  return failure;
}

/** For lines that are of no use to a later run. */
function printObject(fields: object): void {
  printed(jsonLine(fields)).catch(() => undefined);
}

interface SecretOptions {
  readonly secretStdin?: boolean;
  /** Path of a file with one secret a line. */
  readonly secretFile?: string;
}

/** @returns at least one @throws UsageError that repeats nothing of what it got */
async function readSigningSecrets(options: SecretOptions): Promise<readonly string[]> {
  const ofEnvironment = process.env.CLEARTAKE_WEBHOOK_SECRET ?? '';
  delete process.env.CLEARTAKE_WEBHOOK_SECRET;
  knownSecrets.conceal(ofEnvironment);
  const secrets = (await secretText(options, ofEnvironment)).split(/\s+/).filter((text) => text !== '');
  secrets.forEach(knownSecrets.conceal);
  if (secrets.length === 0)
    throw new UsageError(
      'Set the endpoint’s signing secret in the environment variable CLEARTAKE_WEBHOOK_SECRET, or pass it with --secret-stdin or --secret-file. Never put it in the command itself, where everybody on this computer can read it.',
    );
  if (!secrets.every(isWebhookSecret)) throw new UsageError('That isn’t a signing secret. It begins with whsec_.');
  return secrets;
}

async function secretText({ secretFile, secretStdin }: SecretOptions, ofEnvironment: string): Promise<string> {
  if (secretFile !== undefined) return readSecretFile(secretFile);
  if (secretStdin !== true && ofEnvironment !== '') return ofEnvironment;
  // A terminal is asked; a pipe is only read when the command says so.
  if (secretStdin !== true && !process.stdin.isTTY) return '';
  return readSecretFromInput('Signing secret (not shown): ');
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new UsageError(`The file ${file} can’t be read (${code}).`);
  }
}
