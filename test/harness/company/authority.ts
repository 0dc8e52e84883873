/** A company's certificate authority, and certificates that it signs. */

import { generate } from 'selfsigned';

export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** For servers of these names. */
  issue(...names: readonly string[]): Promise<{ readonly certificate: string; readonly key: string }>;
}

export interface AuthorityOptions {
  readonly notBeforeDate?: Date;
  readonly notAfterDate?: Date;
}

export async function createAuthority(name: string, dates: AuthorityOptions = {}): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...dates,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true },
    ],
  });
  return {
    certificate: own.cert,
    async issue(...names) {
      const { cert, private: key } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: { key: own.private, cert: own.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          {
            name: 'subjectAltName',
            altNames: names.map((one) => (/^[\d.]+$/.test(one) ? { type: 7, ip: one } : { type: 2, value: one })),
          },
        ],
      });
      return { certificate: cert, key };
    },
  };
}
