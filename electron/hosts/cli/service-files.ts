/** Reads the files of `cleartake service`: its configuration, certificate and key. A problem becomes a usage error. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ServiceConfigurationInput, serviceConfiguration, type TlsMaterial } from '../../service/service.ts';
import { UsageError } from './exit-status.ts';
import { SERVICE_USAGE } from './strings/usage.ts';

/** @throws UsageError that names the field */
export async function readConfiguration(file: string | undefined): Promise<ServiceConfigurationInput> {
  if (file === undefined) return {};
  const text = await readText(file, SERVICE_USAGE.configuration);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UsageError(SERVICE_USAGE.notJson(file));
  }
  const checked = serviceConfiguration.safeParse(read);
  if (checked.success) return read as ServiceConfigurationInput;
  const sentences = checked.error.issues.map((issue) => {
    const field = issue.path.join('.');
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [];
    if (unknown.length > 0) return SERVICE_USAGE.unknownSetting(unknown.join(', '));
    return SERVICE_USAGE.wrongSetting(field, issue.message);
  });
  throw new UsageError(SERVICE_USAGE.notValid(file, sentences.join(' ')));
}

/**
 * Reads certificate and key, and checks that they belong together. No message repeats anything of the key.
 * @throws UsageError
 */
export async function readTls(certificateFile?: string, keyFile?: string): Promise<TlsMaterial | undefined> {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError(SERVICE_USAGE.tlsNeedsBoth);
  }
  const certificate = await readText(certificateFile, SERVICE_USAGE.certificate);
  const key = await readText(keyFile, SERVICE_USAGE.key);
  const parsed = attempt(() => new X509Certificate(certificate));
  if (parsed === null) throw new UsageError(SERVICE_USAGE.notACertificate(certificateFile));
  const parsedKey = attempt(() => createPrivateKey(key));
  if (parsedKey === null) throw new UsageError(SERVICE_USAGE.notAKey(keyFile));
  if (!parsed.checkPrivateKey(parsedKey)) {
    throw new UsageError(SERVICE_USAGE.keyMismatch(keyFile, certificateFile));
  }
  return { certificate, key };
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new UsageError(SERVICE_USAGE.unreadable(what, file, code));
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
