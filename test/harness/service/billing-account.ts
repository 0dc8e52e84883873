/** Accounts with money for tests: an operator, a customer, prices, and starts that cost something. */

import type { LedgerAccount } from '../../../electron/service/rules/billing/ledger.ts';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { makeKey, makeUser } from './accounts.ts';
import { startService, type TestService, temporaryFolder } from './test-service.ts';

export const START = DEFAULT_PATHS.startGeneration['service-2'];
export const USD = 1_000_000;
/** What the fake engine says of every medium is 75.5 s. */
export const BILLED_SECONDS = 76;

/** One cent a second, and two. */
export const PRICES = { 'service-2': 10_000, 'service-3.5': 20_000 } as const;
/** What one generation with service-2 costs. */
export const COST = BILLED_SECONDS * PRICES['service-2'];

export interface Customer {
  readonly service: TestService;
  readonly dataDirectory: string;
  readonly userId: string;
  readonly adminKey: string;
  readonly apiKey: string;
  /** POSTs to `/portal/billing/…` with the customer's admin key. */
  portal(call: string, body?: object): ReturnType<TestService['post']>;
  /** The account as the portal tells of it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  account(): Promise<any>;
  project(): Promise<string>;
  start(apiProjectId: string, path?: string): ReturnType<TestService['post']>;
  /** Starts one and waits for its end. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  generate(path?: string): Promise<any>;
}

/** A customer on the developer tier, with a payment method unless it is left out, in a service that has prices. */
export async function startCustomer(
  options: Partial<ServiceOptions> = {},
  { tier = 'developer', paymentMethod = true }: { tier?: 'free' | 'developer'; paymentMethod?: boolean } = {},
): Promise<Customer> {
  const dataDirectory = options.dataDirectory ?? (await temporaryFolder());
  const service = await startService({
    ...options,
    dataDirectory,
    configuration: { prices: PRICES, callsPerMinute: 100_000, ...options.configuration },
  });
  const { userId, admin } = await makeUser(service, 'Ada', tier);
  const child = await makeKey(service, { userId, scopes: ['read', 'write'] });
  const customer = customerOf(service, dataDirectory, userId, admin.key, child.key);
  if (paymentMethod) await customer.portal('payment_method', { paymentMethod: { label: 'Card ending in 4242' } });
  return customer;
}

export function customerOf(
  service: TestService,
  dataDirectory: string,
  userId: string,
  adminKey: string,
  apiKey: string,
): Customer {
  const portal: Customer['portal'] = (call, body = {}) => service.post(`/portal/billing/${call}`, body, adminKey);
  const project = async () => (await service.uploadedProject('samples', 'take.wav', apiKey)).apiProjectId;
  const start: Customer['start'] = (apiProjectId, path = START) => service.post(path, { apiProjectId }, apiKey);
  return {
    service,
    dataDirectory,
    userId,
    adminKey,
    apiKey,
    portal,
    account: async () => (await portal('account')).body,
    project,
    start,
    generate: async (path) => {
      const { status, body } = await start(await project(), path);
      if (status !== 200) throw new Error(`The start answered ${status}: ${body.error}`);
      return service.settled(body, apiKey);
    },
  };
}

/** The sum of every account over the whole ledger of the account, and of each entry. */
export async function booksOf(customer: Customer) {
  const sums: Partial<Record<LedgerAccount, number>> = {};
  let worst = 0;
  let before: string | null = null;
  do {
    const { body } = await customer.portal('ledger/list', { limit: 500, ...(before === null ? {} : { before }) });
    for (const { postings } of body.entries) {
      let sum = 0;
      for (const { account, amount } of postings as { account: LedgerAccount; amount: number }[]) {
        sums[account] = (sums[account] ?? 0) + amount;
        sum += amount;
      }
      worst = Math.max(worst, Math.abs(sum));
    }
    before = body.next;
  } while (before !== null);
  const total = Object.values(sums).reduce((sum, amount) => sum + amount, 0);
  return { sums, total, worst };
}
