/** The receiver's certificate: made once and kept, so that a service that was told to trust it keeps doing so. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeOwnerOnlyFolder } from '../../../../platform/files/owner-only.ts';
import {
  type LoopbackCertificate,
  makeLoopbackCertificate,
} from '../../../../platform/security/loopback-certificate.ts';

const LEAST_LEFT_MS = 30 * 24 * 60 * 60 * 1000;
const COMMON_NAME = 'Cleartake webhook receiver';

export interface KeptCertificate extends LoopbackCertificate {
  /** Where the certificate lies, without its key. */
  readonly file: string;
}

/**
 * The kept certificate, or a new one when there is none, it is damaged, or it ends within a month.
 * @param folder is made when it is missing; only its owner can read it
 * @param now milliseconds since the epoch
 */
export function receiverCertificate(
  folder: string,
  now: number,
  randomBytes: (size: number) => Uint8Array,
): KeptCertificate {
  makeOwnerOnlyFolder(folder);
  const file = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'certificate-key.pem');
  const kept = readKept(file, keyFile);
  if (kept !== null && isGood(kept, now)) return { ...kept, file };
  const made = makeLoopbackCertificate(now, randomBytes, COMMON_NAME);
  // The key first: a crash in between leaves a pair that doesn't fit, and the next start makes a new one.
  replace(keyFile, made.key);
  replace(file, made.certificate);
  return { ...made, file };
}

function readKept(file: string, keyFile: string): LoopbackCertificate | null {
  try {
    return { certificate: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  } catch {
    return null;
  }
}

function isGood({ certificate, key }: LoopbackCertificate, now: number): boolean {
  try {
    const parsed = new X509Certificate(certificate);
    return parsed.checkPrivateKey(createPrivateKey(key)) && Date.parse(parsed.validTo) - now > LEAST_LEFT_MS;
  } catch {
    return false;
  }
}

function replace(file: string, text: string): void {
  const temporary = `${file}.part`;
  rmSync(temporary, { force: true });
  // Exclusive: a link that was planted there is never written through.
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, file);
}
