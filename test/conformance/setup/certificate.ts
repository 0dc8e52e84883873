/** A certificate for the suite's own webhook receivers on this computer. */

import { generate } from 'selfsigned';
import type { ReceiverIdentity } from '../target.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export async function makeReceiverIdentity(): Promise<ReceiverIdentity> {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { certificate: cert, privateKey, host: '127.0.0.1' };
}
