/** The receiver's certificate: made once and kept, so that a service that was told to trust it keeps doing so. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeOwnerOnlyFolder } from '../../../../platform/files/make-folder.ts';
import { createTurns } from '../../../../platform/time/turns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LEAST_LEFT_MS = 30 * DAY_MS;
/** Clocks differ a little. */
const VALID_BEFORE_MS = DAY_MS;
const VALID_AFTER_MS = 3650 * DAY_MS;
const COMMON_NAME = 'Cleartake webhook receiver';

export interface LoopbackCertificate {
  /** PEM. */
  readonly certificate: string;
  /** Its private key, PEM (PKCS #8). */
  readonly key: string;
}

export interface KeptCertificate extends LoopbackCertificate {
  /** Where the certificate lies, without its key. */
  readonly file: string;
}

/** Callers at the same time get the same certificate. */
const inTurn = createTurns();

/**
 * The kept certificate, or a new one when there is none, it is damaged, or it ends within a month.
 * @param folder is made when it is missing; only its owner can read it
 * @param now milliseconds since the epoch
 */
export function receiverCertificate(folder: string, now: number): Promise<KeptCertificate> {
  return inTurn(async () => {
    makeOwnerOnlyFolder(folder);
    const file = path.join(folder, 'certificate.pem');
    const keyFile = path.join(folder, 'certificate-key.pem');
    const kept = readKept(file, keyFile);
    if (kept !== null && isGood(kept, now)) return { ...kept, file };
    const made = await makeCertificate(now);
    // The key first: a crash in between leaves a pair that doesn't fit, and the next start makes a new one.
    replace(keyFile, made.key);
    replace(file, made.certificate);
    return { ...made, file };
  });
}

/** For servers on this computer alone; it can sign no other certificates. */
async function makeCertificate(now: number): Promise<LoopbackCertificate> {
  // Loaded only here: it is needed once in ten years.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: COMMON_NAME }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - VALID_BEFORE_MS),
    notAfterDate: new Date(now + VALID_AFTER_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { certificate: made.cert, key: made.private };
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
