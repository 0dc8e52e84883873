/**
 * Where each call of the service is used: on the desk, in the terminal, and in which tests. One line for each call. The tests that are
 * named make that part send the call to a real service, and fail when it doesn't arrive (test/harness/service/endpoint-proof.ts).
 */

interface Place {
  /** Where a person finds it. */
  readonly where: string;
  /** Names of the page's calls, as `keys.list`. */
  readonly calls: readonly string[];
  readonly test: string;
}

interface Command {
  /** As in `cleartake keys list`, without arguments. */
  readonly command: string;
  readonly test: string;
}

/** Not offered there. */
interface Absent {
  readonly why: string;
}

export interface Endpoint {
  readonly desk: Place | Absent;
  readonly terminal: Command | Absent;
}

function on(where: string, call: string, test: string): Place {
  return { where, calls: call.split(' '), test };
}

function by(command: string): Command {
  return { command, test: 'test/integration/cli/endpoints.test.ts' };
}

const absent = (why: string): Absent => ({ why });

const E2E = 'test/e2e/browser';
const work = (where: string, call: string) => on(where, call, `${E2E}/endpoints-work.spec.ts`);
const start = work('Desk › Start', 'queue.start');
const rows = work('Desk › the rows', 'queue.watch');
const restore = by('restore');
const own = (where: string, call: string) => on(where, call, `${E2E}/endpoints-built-in.spec.ts`);
const card = (where: string, call: string) => work(`Connections › ${where}`, call);
const keys = (where: string, call: string) =>
  on(`Connections › API keys${where}`, `keys.${call}`, `${E2E}/endpoints-keys.spec.ts`);
const webhooks = (tab: string, call: string) =>
  on(`Connections › Webhooks › ${tab}`, `webhooks.${call}`, `${E2E}/endpoints-webhooks.spec.ts`);
const account = (tab: string, call: string) =>
  on(`Connections › Account › ${tab}`, `portal.${call}`, `${E2E}/endpoints-account.spec.ts`);

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  (
    [
      ['/v1/create_project', start, restore],
      ['/v1/list_projects', card('Test', 'connections.test'), by('connections test')],
      ['/v1/service-2.0-generation', start, restore],
      ['/v1/service-3.5-generation', start, restore],
      ['/v1/get_generation_progress', rows, restore],
      ['/v1/get_generation_download', rows, restore],
      ['/v1/list_project_generations', start, restore],
      ['/v1/api_keys/list', keys('', 'list'), by('keys list')],
      ['/v1/api_keys/rotate', keys(' › Rotate…', 'rotate'), by('keys rotate')],
      ['/v1/webhooks/configure', webhooks('Endpoints', 'configure'), by('webhooks configure')],
      ['/v1/webhooks/send_test_event', webhooks('Endpoints', 'test'), by('webhooks test')],
      ['/portal/audit/list', account('Audit log', 'audit'), by('portal audit')],
      ['/portal/billing/account', account('Billing', 'account'), by('portal status')],
      ['/portal/billing/alerts', account('Billing', 'setAlerts'), by('portal alerts')],
      ['/portal/billing/country', account('Billing', 'setBillingCountry'), by('portal country')],
      ['/portal/billing/downgrade', account('Billing', 'setTier'), by('portal plan')],
      ['/portal/billing/hold', own('Desk › the banner of a hold', 'connections.liftHold'), by('connections lift-hold')],
      ['/portal/billing/invoices/get', account('Invoices', 'invoice'), by('portal invoice')],
      ['/portal/billing/invoices/list', account('Invoices', 'invoices'), by('portal invoices')],
      ['/portal/billing/invoices/pay', account('Billing', 'pay'), by('portal pay')],
      [
        '/portal/billing/ledger/list',
        absent('Usage and Invoices show the same amounts; entries are for accountants'),
        by('portal ledger'),
      ],
      ['/portal/billing/payment_method', account('Billing', 'setPaymentMethod'), by('portal payment')],
      ['/portal/billing/spend_limit', account('Billing', 'setSpendLimit'), by('portal limit')],
      ['/portal/billing/upgrade', account('Billing', 'setTier'), by('portal plan')],
      ['/portal/billing/usage/list', account('Usage', 'usage'), by('portal usage')],
      [
        '/portal/generations/cancel',
        own('Desk › Cancel', 'queue.cancel'),
        absent('the service on this computer ends with the command, and `resume` continues'),
      ],
      ['/portal/keys/activate', keys(' › Activate', 'setActive'), by('keys activate')],
      ['/portal/keys/create', keys(' › Create key…', 'create'), by('keys create')],
      ['/portal/keys/deactivate', keys(' › Deactivate…', 'setActive'), by('keys deactivate')],
      ['/portal/keys/limit', keys(' › Limit calls…', 'limit'), by('keys limit')],
      ['/portal/keys/list', keys('', 'list'), by('portal keys')],
      ['/portal/keys/revoke', keys(' › Revoke…', 'revoke'), by('keys revoke')],
      ['/portal/projects/delete', own('Settings › Data › Space', 'care.clean'), by('cleanup')],
      ['/portal/rehearsal', card('Rehearsal', 'rehearsal.read rehearsal.change'), by('rehearse status')],
      ['/portal/users/create', account('Users', 'createUser'), by('portal add-user')],
      ['/portal/users/list', account('Users', 'users'), by('portal users')],
      ['/portal/webhooks/deliveries/list', webhooks('Deliveries', 'deliveries'), by('webhooks deliveries')],
      ['/portal/webhooks/endpoints/disable', webhooks('Endpoints', 'setEnabled'), by('webhooks disable')],
      ['/portal/webhooks/endpoints/enable', webhooks('Endpoints', 'setEnabled'), by('webhooks enable')],
      ['/portal/webhooks/endpoints/list', webhooks('Endpoints', 'list'), by('webhooks list')],
      ['/portal/webhooks/endpoints/recover', webhooks('Endpoints', 'recover'), by('webhooks recover')],
      ['/portal/webhooks/endpoints/remove', webhooks('Endpoints', 'remove'), by('webhooks remove')],
      ['/portal/webhooks/endpoints/rotate_secret', webhooks('Endpoints', 'rotateSecret'), by('webhooks secret')],
      ['/portal/webhooks/endpoints/secret', webhooks('Endpoints', 'revealSecret'), by('webhooks secret')],
      ['/portal/webhooks/endpoints/update', webhooks('Endpoints', 'update'), by('webhooks update')],
      [
        '/portal/webhooks/messages/list',
        absent('Deliveries show each message at each endpoint; payloads are for developers'),
        by('webhooks messages'),
      ],
      ['/portal/webhooks/messages/resend', webhooks('Deliveries', 'resend'), by('webhooks resend')],
    ] as const
  ).map(([path, desk, terminal]) => [path, { desk, terminal }]),
);
