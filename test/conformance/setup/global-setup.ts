/** Before the first row: takes the service that the environment names, or starts the product's own. */

import { readFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { makeReadyToPay } from '../../harness/service/ready-to-pay.ts';
import type { Place, ReceiverIdentity, Target } from '../target.ts';
import { makeReceiverIdentity } from './certificate.ts';
import { type OwnService, startOwnService } from './own-service.ts';

/** Micro-USD a second. Cheap: 60 s of service-2 are 0.30 USD, below the smallest amount that is billed; of service-3.5 3 USD. */
const CHEAP = { 'service-2': 5_000, 'service-3.5': 50_000 };
/** Dear: 60 s of service-3.5 are 6 USD and of service-2 300 USD, so that a few generations pass every threshold. */
const DEAR = { 'service-2': 5_000_000, 'service-3.5': 100_000 };

const SHARED = { concurrency: 2, callsPerMinute: 1_000_000, limits: { failedKeysPerMinute: 1_000_000 } };

/** What the suite never reaches, and yet not the same. */
const BY_PLAN = { free: 500_000, developer: 1_000_000 };

const running: OwnService[] = [];

export async function setup(project: TestProject): Promise<void> {
  const given = await givenTarget();
  if (given === null) await provideOwnServices(project, async () => undefined);
  else project.provide('target', given);
}

/** @param newDatabase address of an empty database for the next service; undefined for SQLite */
export async function provideOwnServices(
  project: TestProject,
  newDatabase: () => Promise<string | undefined>,
): Promise<void> {
  const receiver = await makeReceiverIdentity();
  const webhooks = { allowPrivateAddresses: true, trustedCertificates: receiver.certificate };
  const first = await own({ prices: CHEAP, webhooks }, await newDatabase());
  const dear = { prices: DEAR, webhooks: { delivery: false }, callsPerMinute: BY_PLAN };
  const second = await own(dear, await newDatabase());
  project.provide('target', { ...first, own: true, second, receiver });
}

export async function teardown(): Promise<void> {
  await Promise.all(running.map((service) => service.stop()));
}

async function own(configuration: object, database?: string): Promise<Place> {
  const service = await startOwnService({ ...SHARED, ...configuration }, undefined, database);
  running.push(service);
  const { baseUrl, adminKey, apiKey } = service;
  await makeReadyToPay(baseUrl, adminKey);
  return { baseUrl, adminKey, apiKey };
}

/** From CLEARTAKE_CONFORMANCE_…; null without a base URL. */
async function givenTarget(): Promise<Target | null> {
  const { CLEARTAKE_CONFORMANCE_BASE_URL: baseUrl } = process.env;
  if (!baseUrl) return null;
  const { CLEARTAKE_CONFORMANCE_ADMIN_KEY: adminKey, CLEARTAKE_CONFORMANCE_API_KEY: apiKey } = process.env;
  if (!adminKey || !apiKey) {
    throw new Error('A base URL needs CLEARTAKE_CONFORMANCE_ADMIN_KEY and CLEARTAKE_CONFORMANCE_API_KEY beside it');
  }
  const receiver = await givenReceiver();
  return { baseUrl: baseUrl.replace(/\/+$/, ''), adminKey, apiKey, own: false, second: null, receiver };
}

/** Files in PEM, of a certificate that the service trusts, and the host under which it reaches this computer. */
async function givenReceiver(): Promise<ReceiverIdentity | null> {
  const { CLEARTAKE_CONFORMANCE_RECEIVER_CERT: certificate, CLEARTAKE_CONFORMANCE_RECEIVER_TLS_KEY: privateKey } =
    process.env;
  if (!certificate || !privateKey) return null;
  return {
    certificate: await readFile(certificate, 'utf8'),
    privateKey: await readFile(privateKey, 'utf8'),
    host: process.env.CLEARTAKE_CONFORMANCE_RECEIVER_HOST ?? '127.0.0.1',
  };
}
