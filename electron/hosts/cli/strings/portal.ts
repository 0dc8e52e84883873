/** Words of `cleartake portal`. */

export const PORTAL = {
  plan: (plan: string) => `Plan: ${plan}`,
  leaving: 'The account changes to the free plan once running restorations end and invoices are paid.',
  payment: (label: string | null) => `Payment method: ${label ?? 'none'}`,
  country: (code: string) => `Billing country: ${code}`,
  month: (used: string) => `Used this month: ${used} USD`,
  unbilled: (unbilled: string, carried: string) =>
    `Not invoiced yet: ${unbilled} USD (and ${carried} USD carried over)`,
  held: (held: string) => `Held for running restorations: ${held} USD`,
  credit: (credit: string) => `Credit left: ${credit} USD`,
  next: (lifetime: string, next: string) => `Next early invoice: at ${next} USD of usage (${lifetime} USD so far)`,
  limit: (limit: string) => `Spend limit: ${limit} USD a month`,
  noLimit: 'Spend limit: none',
  alert: (amount: string, reached: string | null) =>
    reached === null ? `Alert at ${amount} USD` : `Alert at ${amount} USD, reached ${reached}`,
  noAlerts: 'Alerts: none',
  hold: (since: string) => `On hold since ${since}: recordings wait, and nothing is lost.`,
  heldByOwner: 'Whoever runs the service put the account on hold. Ask them to release it.',
  toPay: (amount: string, id: string) =>
    `A payment of ${amount} USD was declined. Replace the payment method with \`cleartake portal payment NAME --yes\`, or run \`cleartake portal pay ${id} --yes\`.`,
  paid: (number: number, amount: string) => `Invoice ${number} over ${amount} USD is paid.`,
  userAdded: (name: string, id: string) =>
    `${name} (${id}) was added. They need a key of their own before they can use the service.`,
  none: 'None.',
  more: (id: string) => `There are more: repeat this with --before ${id}.`,
  invoice: (number: number, month: string) => `Invoice ${number}, usage of ${month}`,
  sums: {
    usage: 'Usage',
    carriedIn: 'Carried in',
    credit: 'Credit used',
    carriedOut: 'Carried to the next invoice',
    total: 'Total',
  },
  invoiceColumns: ['Number', 'Id', 'Issued', 'Reason', 'Total USD', 'Status'],
  lineColumns: ['Model', 'Restorations', 'Seconds', 'USD a second', 'USD'],
  usageColumns: ['Time', 'Generation', 'Model', 'API key', 'Seconds', 'USD'],
  auditColumns: ['Time', 'Action', 'Of', 'By', 'Details'],
  ledgerColumns: ['Time', 'Kind', 'Of', 'Postings, USD'],
  keyColumns: ['Label', 'Id', 'Role', 'Status', 'Calls a minute'],
  ofPlan: 'as the plan',
  userColumns: ['Name', 'Id', 'Plan', 'Role', 'Created'],
  byService: 'service',
  operator: 'operator',
  user: 'user',
} as const;

export const PORTAL_USAGE = {
  payNeedsYes: (number: number, amount: string) =>
    `This charges ${amount} USD, the total of invoice ${number}, to the payment method. Add --yes to do it.`,
  paidAlready: (number: number) => `Invoice ${number} is paid. Nothing is left to pay.`,
  freeNeedsYes: (amount: string) =>
    `This issues the final invoice and charges ${amount} USD at most, besides what still runs. Nothing new can be restored then; projects and results stay. Add --yes to do it.`,
  methodNeedsYes: (amount: string) => `This account owes ${amount} USD, which is charged at once. Add --yes to do it.`,
  alerts: 'Use amounts in dollars, for example 25 40 50, or none.',
  country: 'Use two capital letters, for example DE.',
} as const;

export const PORTAL_HELP = {
  command: 'look after an account at a Cleartake service: plan, payment, limits, invoices, usage, audit log, users',
  status: 'show plan, payment hold, usage, next invoice, limit and alerts; status 3 on hold',
  plan: 'change the plan; the free plan charges the final invoice first',
  payment: 'set the payment method by a name, never a card number; “none” removes it',
  credit: 'show the promotional credit that is left',
  limit: 'set what a calendar month (UTC) may cost; “none” removes it',
  alerts: 'replace the alerts at amounts of monthly usage; “none” removes them',
  invoices: 'list the invoices, newest first',
  invoice: 'show an invoice with its lines',
  page: 'print only the signed address of its page, good for two hours',
  pay: 'charge a declined invoice again',
  usage: 'list what was metered, newest first',
  audit: 'list what was done in the account, newest first',
  ledger: 'list the entries of the account’s books, newest first',
  keys: 'list the API keys of an account with their limits',
  setCountry: 'set the country of the billing address, such as DE; it decides when invoices come early',
  users: 'list the users that the key reaches',
  addUser: 'add a user with an account of its own, as the service’s owner',
  userPlan: 'plan of the account',
  country: 'country of the billing address',
  user: 'another account by its id, for the service’s owner',
  yes: 'charge what this costs',
  limitRows: 'rows of a page',
  before: 'continue with the page before this one’s last row',
} as const;
