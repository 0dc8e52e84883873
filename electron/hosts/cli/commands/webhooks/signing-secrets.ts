/** Where `webhooks listen` gets signing secrets from: the environment, a file, standard input or a prompt. Never from arguments. */

import { readFile } from 'node:fs/promises';
import { isWebhookSecret } from '../../../../platform/security/webhook-signature.ts';
import { knownSecrets } from '../../../common/vault/secret-tracking.ts';
import { UsageError } from '../../exit-status.ts';
import { readSecretFromInput } from '../../key-input.ts';
import { WEBHOOKS, WEBHOOKS_USAGE } from '../../strings/webhooks.ts';

export interface SecretOptions {
  readonly secretStdin?: boolean;
  /** Path of a file with one secret a line. */
  readonly secretFile?: string;
}

/** @returns at least one @throws UsageError that repeats nothing of what was given */
export async function readSigningSecrets(options: SecretOptions): Promise<readonly string[]> {
  const ofEnvironment = process.env.CLEARTAKE_WEBHOOK_SECRET ?? '';
  delete process.env.CLEARTAKE_WEBHOOK_SECRET;
  knownSecrets.conceal(ofEnvironment);
  const secrets = (await given(options, ofEnvironment)).split(/\s+/).filter((text) => text !== '');
  secrets.forEach(knownSecrets.conceal);
  if (secrets.length === 0) throw new UsageError(WEBHOOKS_USAGE.noSecret);
  if (!secrets.every(isWebhookSecret)) throw new UsageError(WEBHOOKS_USAGE.notASecret);
  return secrets;
}

async function given({ secretFile, secretStdin }: SecretOptions, ofEnvironment: string): Promise<string> {
  if (secretFile !== undefined) return readSecretFile(secretFile);
  if (secretStdin !== true && ofEnvironment !== '') return ofEnvironment;
  // A terminal is asked; a pipe is only read when the command says so.
  if (secretStdin !== true && !process.stdin.isTTY) return '';
  return readSecretFromInput(WEBHOOKS.secretPrompt);
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new UsageError(WEBHOOKS_USAGE.secretFile(file, code));
  }
}
