/** A certificate for servers on this computer, signed with its own key (X.509 v3, RFC 5280; ECDSA on P-256, RFC 5758). */

import { generateKeyPairSync, sign } from 'node:crypto';

export interface LoopbackCertificate {
  /** PEM. */
  readonly certificate: string;
  /** Its private key, PEM (PKCS #8). */
  readonly key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clocks differ a little. */
const VALID_BEFORE_MS = DAY_MS;
const VALID_DAYS = 3650;
const SERIAL_BYTES = 16;

const NAMES = ['localhost'];
const ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.from('00000000000000000000000000000001', 'hex')];

/** Identifiers of objects, encoded. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  subjectAltName: '551d11',
  serverAuth: '2b06010505070301',
} as const;

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
} as const;

/**
 * A certificate for `localhost`, 127.0.0.1 and ::1 that can sign no others, valid for ten years.
 * @param now milliseconds since the epoch
 */
export function makeLoopbackCertificate(
  now: number,
  randomBytes: (size: number) => Uint8Array,
  commonName: string,
): LoopbackCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(der(TAG.set, sequence(oid(OID.commonName), der(TAG.utf8, Buffer.from(commonName)))));
  const serial = Buffer.from(randomBytes(SERIAL_BYTES));
  // Positive, and without a leading zero byte.
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  const signed = sequence(
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serial),
    algorithm,
    name,
    sequence(time(now - VALID_BEFORE_MS), time(now + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.extensions, sequence(...extensions())),
  );
  const certificate = sequence(signed, algorithm, bitString(sign('sha256', signed, privateKey)));
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines(certificate)}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensions(): Buffer[] {
  const critical = der(TAG.boolean, Buffer.from([0xff]));
  const extension = (id: string, value: Buffer, ...marks: Buffer[]) =>
    sequence(oid(id), ...marks, der(TAG.octetString, value));
  return [
    // An empty sequence: not an authority.
    extension(OID.basicConstraints, sequence(), critical),
    // digitalSignature: the first of the bits, seven unused.
    extension(OID.keyUsage, der(TAG.bitString, Buffer.from([7, 0x80])), critical),
    extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
    extension(
      OID.subjectAltName,
      sequence(
        ...NAMES.map((name) => der(TAG.dnsName, Buffer.from(name))),
        ...ADDRESSES.map((address) => der(TAG.ipAddress, address)),
      ),
    ),
  ];
}

/** Distinguished encoding (X.690): tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const length = bytes.length;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...head]), bytes]);
}

function sequence(...content: Uint8Array[]): Buffer {
  return der(TAG.sequence, ...content);
}

function oid(encoded: string): Buffer {
  return der(TAG.oid, Buffer.from(encoded, 'hex'));
}

function bitString(bytes: Uint8Array): Buffer {
  return der(TAG.bitString, Buffer.from([0]), bytes);
}

/** Two digits for the year until 2049 (RFC 5280, section 4.1.2.5). */
function time(at: number): Buffer {
  const digits = `${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')}`;
  return digits < '2050'
    ? der(TAG.utcTime, Buffer.from(digits.slice(2)))
    : der(TAG.generalizedTime, Buffer.from(digits));
}

function lines(bytes: Buffer): string {
  return bytes.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
}
