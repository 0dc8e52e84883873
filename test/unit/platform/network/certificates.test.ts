import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { leadsTo, readCertificateFile } from '../../../../electron/platform/network/certificates.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { createAuthority } from '../../../harness/company/authority.ts';

const studio = await createAuthority('Studio CA');
const other = await createAuthority('Other CA');
const [longAgo, lately] = [new Date(Date.now() - 9e9), new Date(Date.now() - 8e9)];
const old = await createAuthority('Old CA', { notBeforeDate: longAgo, notAfterDate: lately });
const server = await studio.issue('service.example', '10.0.0.1');
/** After they were made, which takes a while: they are valid from then on. */
const NOW = Date.now();
const folder = temporaryFolder('certificates', afterAll);

function fileOf(content: string | Buffer): string {
  const file = path.join(folder, `${Math.random()}.pem`);
  writeFileSync(file, content);
  return file;
}

test('authorities are read from PEM with text around them, several at once, or DER', () => {
  const both = `Studio\r\n${studio.certificate.replaceAll('\n', '\r\n')}\r\n# other\r\n${other.certificate}${old.certificate}`;
  expect(readCertificateFile(fileOf(both), NOW)).toMatchObject({ certificates: { length: 2 } });
  expect(readCertificateFile(fileOf(new X509Certificate(studio.certificate).raw), NOW)).toEqual({
    certificates: [`${studio.certificate.trim().replaceAll('\r\n', '\n')}\n`],
  });
});

test.each([
  ['missing', path.join(folder, 'nowhere.pem')],
  ['unreadable', folder],
  ['no-certificate', fileOf('hello')],
  ['no-certificate', fileOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')],
  ['private-key', fileOf(server.key)],
  ['server', fileOf(server.certificate)],
  ['expired', fileOf(old.certificate)],
])('a file is refused: %s', (problem, file) => {
  expect(readCertificateFile(file, NOW)).toEqual({ problem });
});

test('a chain leads to an authority only with its name, its dates and its signatures', () => {
  const chain = [server.certificate];
  const by = (authorities: readonly string[], hostname: string, now = NOW) =>
    leadsTo(authorities, { chain, hostname }, now);
  expect(by([other.certificate, studio.certificate], 'service.example')).toBe(true);
  expect(by([studio.certificate], '10.0.0.1')).toBe(true);
  expect(by([other.certificate], 'service.example')).toBe(false);
  expect(by([], 'service.example')).toBe(false);
  expect(by([server.certificate], 'service.example')).toBe(false);
  expect(by([studio.certificate], 'elsewhere.example')).toBe(false);
  expect(by([studio.certificate], 'service.example', NOW + 4e12)).toBe(false);
  expect(leadsTo([studio.certificate], { chain: [studio.certificate], hostname: 'service.example' }, NOW)).toBe(false);
  expect(leadsTo([studio.certificate], { chain: [], hostname: 'service.example' }, NOW)).toBe(false);
});
