import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { receiverCertificate } from '../../../../electron/core/features/connections/webhooks/certificate.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

test('the certificate is for this computer alone, signs no others, and is valid from yesterday for ten years', async () => {
  const { certificate, file, key } = await receiverCertificate(await temporaryFolder(), NOW);
  const parsed = new X509Certificate(certificate);
  expect(parsed.subject).toBe('CN=Cleartake webhook receiver');
  expect(parsed.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  expect(parsed.ca).toBe(false);
  expect(parsed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(Date.parse(parsed.validFrom)).toBe(NOW - DAY_MS);
  expect(Date.parse(parsed.validTo)).toBe(NOW + 3650 * DAY_MS);
  expect(readFileSync(file, 'utf8')).toBe(certificate);
  expect(statSync(path.join(path.dirname(file), 'certificate-key.pem')).mode & 0o077).toBe(0);
});

test('it is kept, also by callers at the same time, until it is damaged or ends within a month', async () => {
  const folder = await temporaryFolder();
  const [first, second] = await Promise.all([receiverCertificate(folder, NOW), receiverCertificate(folder, NOW)]);
  expect(second).toEqual(first);
  expect(await receiverCertificate(folder, NOW + 3600 * DAY_MS)).toEqual(first);
  const renewed = await receiverCertificate(folder, NOW + 3630 * DAY_MS);
  expect(renewed.certificate).not.toBe(first.certificate);
  writeFileSync(path.join(folder, 'certificate-key.pem'), first.key);
  expect((await receiverCertificate(folder, NOW + 3630 * DAY_MS)).certificate).not.toBe(renewed.certificate);
});
