/** The files that `cleartake service` is given: its configuration, its certificate and key. What is wrong with them is said in sentences. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServiceConfigurationInput } from '../../service/configuration.ts';
import { serviceConfiguration } from '../../service/configuration.ts';
import type { TlsMaterial } from '../../service/http/limits/http-server.ts';
import { UsageError } from './exit-status.ts';

/** @throws UsageError that names the field */
export async function readConfiguration(file: string | undefined): Promise<ServiceConfigurationInput> {
  if (file === undefined) return {};
  const text = await readText(file, 'configuration');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UsageError(`The configuration ${file} is not valid JSON.`);
  }
  const checked = serviceConfiguration.safeParse(read);
  if (checked.success) return read as ServiceConfigurationInput;
  const sentences = checked.error.issues.map((issue) => {
    const field = issue.path.join('.');
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [];
    if (unknown.length > 0) return `${unknown.join(', ')}: there is no such setting.`;
    return `${field === '' ? 'The whole' : field}: ${issue.message}.`;
  });
  throw new UsageError(`The configuration ${file} is not valid. ${sentences.join(' ')}`);
}

/**
 * Reads certificate and key, and sees whether they fit. Nothing of the key is ever repeated.
 * @throws UsageError
 */
export async function readTls(certificateFile?: string, keyFile?: string): Promise<TlsMaterial | undefined> {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError('TLS needs both --tls-cert and --tls-key.');
  }
  const certificate = await readText(certificateFile, 'certificate');
  const key = await readText(keyFile, 'key');
  const parsed = attempt(() => new X509Certificate(certificate));
  if (parsed === null) throw new UsageError(`The certificate ${certificateFile} is not a certificate in PEM.`);
  const parsedKey = attempt(() => createPrivateKey(key));
  if (parsedKey === null) throw new UsageError(`The key ${keyFile} is not a private key in PEM without a passphrase.`);
  if (!parsed.checkPrivateKey(parsedKey)) {
    throw new UsageError(`The key ${keyFile} does not belong to the certificate ${certificateFile}.`);
  }
  return { certificate, key };
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new UsageError(`The ${what} ${file} cannot be read (${code}).`);
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
