/** Where each call of the service is used: on the desk, in the terminal, and in which tests. One line for each call. */

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

export interface Endpoint {
  /** Null where the desk doesn't offer it. */
  readonly desk: Place | null;
  /** Null where the terminal doesn't offer it. */
  readonly terminal: Command | null;
}

function on(where: string, call: string, test: string): Place {
  return { where, calls: call.split(' '), test };
}

function by(command: string, test: string): Command {
  return { command, test };
}

const E2E = 'test/e2e/browser';
const CLI = 'test/integration/cli';
const BROWSER = 'test/browser';

const start = on('Desk › Start', 'queue.start', `${E2E}/restore.spec.ts`);
const rows = on('Desk › the rows', 'queue.watch', `${E2E}/restore.spec.ts`);
const restore = by('restore', 'test/integration/service/process/rehearsal-of-the-desk.test.ts');
const onCard = (where: string, call: string) => on(`Connections › ${where}`, call, `${E2E}/account.spec.ts`);
const rehearsal = onCard('Rehearse…', 'rehearsal.read rehearsal.change');
const keys = (command: string) => by(`keys ${command}`, `${CLI}/keys.test.ts`);
const hooks = (command: string) => by(`webhooks ${command}`, `${CLI}/account.test.ts`);
const portal = (command: string) => by(`portal ${command}`, `${CLI}/portal.test.ts`);
const webhooks = (tab: string, call: string) =>
  on(`Connections › Webhooks… › ${tab}`, `webhooks.${call}`, `${BROWSER}/connections-webhooks.test.tsx`);
const account = (call: string) =>
  on('Connections › Account…', `portal.${call}`, `${BROWSER}/connections-portal.test.tsx`);
const lift = on('Desk › the banner of a hold', 'connections.liftHold', `${BROWSER}/desk/notices.test.tsx`);
const cancel = on('Desk › Cancel', 'queue.cancel', 'test/integration/core/start/abandon.test.ts');
const space = on('Settings › Data › Space', 'care.clean', 'test/integration/core/care/service-copies.test.ts');
const none = null;

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  (
    [
      ['/v1/create_project', start, restore],
      ['/v1/list_projects', onCard('Test', 'connections.test'), by('connections test', `${CLI}/account.test.ts`)],
      ['/v1/service-2.0-generation', start, restore],
      ['/v1/service-3.5-generation', start, restore],
      ['/v1/get_generation_progress', rows, restore],
      ['/v1/get_generation_download', rows, restore],
      ['/v1/list_project_generations', start, restore],
      ['/v1/api_keys/list', onCard('API keys…', 'keys.list'), keys('list')],
      ['/v1/api_keys/rotate', onCard('API keys… › Rotate', 'keys.rotate'), keys('rotate')],
      ['/v1/webhooks/configure', onCard('Webhooks… › Endpoints', 'webhooks.configure'), hooks('configure')],
      ['/v1/webhooks/send_test_event', onCard('Webhooks… › Endpoints', 'webhooks.test'), hooks('test')],
      ['/portal/audit/list', account('audit'), portal('audit')],
      ['/portal/billing/account', account('account'), portal('status')],
      ['/portal/billing/alerts', account('setAlerts'), portal('alerts')],
      ['/portal/billing/country', none, none],
      ['/portal/billing/downgrade', account('setPlan'), portal('plan')],
      ['/portal/billing/hold', lift, by('connections lift-hold', `${CLI}/connections.test.ts`)],
      ['/portal/billing/invoices/get', account('invoice'), portal('invoice')],
      ['/portal/billing/invoices/list', account('invoices'), portal('invoices')],
      ['/portal/billing/invoices/pay', account('pay'), portal('pay')],
      ['/portal/billing/ledger/list', none, none],
      ['/portal/billing/payment_method', account('setPaymentMethod'), portal('payment')],
      ['/portal/billing/spend_limit', account('setSpendLimit'), portal('limit')],
      ['/portal/billing/upgrade', account('setPlan'), portal('plan')],
      ['/portal/billing/usage/list', account('usage'), portal('usage')],
      ['/portal/generations/cancel', cancel, none],
      ['/portal/keys/activate', none, none],
      ['/portal/keys/create', none, keys('create')],
      ['/portal/keys/deactivate', none, none],
      ['/portal/keys/limit', none, none],
      ['/portal/keys/list', none, none],
      ['/portal/keys/revoke', none, keys('revoke')],
      ['/portal/projects/delete', space, by('cleanup', `${CLI}/care.test.ts`)],
      ['/portal/rehearsal', rehearsal, by('rehearse', `${CLI}/rehearse.test.ts`)],
      ['/portal/users/create', account('createUser'), portal('add-user')],
      ['/portal/users/list', account('users'), portal('users')],
      ['/portal/webhooks/deliveries/list', webhooks('Deliveries', 'deliveries'), hooks('deliveries')],
      ['/portal/webhooks/endpoints/disable', webhooks('Endpoints', 'setEnabled'), hooks('disable')],
      ['/portal/webhooks/endpoints/enable', webhooks('Endpoints', 'setEnabled'), hooks('enable')],
      ['/portal/webhooks/endpoints/list', webhooks('Endpoints', 'list'), hooks('list')],
      ['/portal/webhooks/endpoints/recover', webhooks('Endpoints', 'recover'), hooks('recover')],
      ['/portal/webhooks/endpoints/remove', none, none],
      ['/portal/webhooks/endpoints/rotate_secret', none, hooks('secret')],
      ['/portal/webhooks/endpoints/secret', webhooks('Receiver', 'receive'), hooks('secret')],
      ['/portal/webhooks/endpoints/update', none, none],
      ['/portal/webhooks/messages/list', none, none],
      ['/portal/webhooks/messages/resend', webhooks('Deliveries', 'resend'), hooks('resend')],
    ] as const
  ).map(([path, desk, terminal]) => [path, { desk, terminal }]),
);
