/** What refused calls on the account at Cleartake's own service mean: plan, payments, invoices, users, rehearsals. */

import { adminKey, type CallMessages, COMMON, failed, notChanged } from './account-outcomes.ts';
import type { Message } from './message.ts';

const NO_PORTAL: Message = {
  what: 'There is no such entry here, or this isn’t Cleartake’s own service.',
  safe: notChanged,
  next: 'Open the account again, or use the service’s own pages.',
};
const BANK_SILENT: Message = {
  what: 'The bank didn’t respond.',
  safe: 'An invoice is never charged twice.',
  next: 'Try again in a minute.',
};
const PORTAL_STATUSES = { 404: NO_PORTAL, 405: NO_PORTAL } as const;

/** By the calls' names in these messages. */
export const PORTAL_MESSAGES = {
  readPortal: {
    ...COMMON,
    403: adminKey('admin'),
    ...PORTAL_STATUSES,
    500: failed('The service couldn’t read the account.', notChanged),
    503: failed('The service couldn’t read the account.', notChanged),
  },
  changeBilling: {
    ...COMMON,
    400: {
      what: 'The service refused this value.',
      safe: notChanged,
      next: 'A payment method is a name such as “Studio card”, never a card number; amounts are positive.',
    },
    403: adminKey('admin'),
    ...PORTAL_STATUSES,
    409: {
      what: 'Spend limits and alerts need the developer plan.',
      safe: notChanged,
      next: 'Change to the developer plan first.',
    },
    operatorRequired: {
      what: 'Only the service’s operator can change this hold.',
      safe: notChanged,
      next: 'Ask the service’s owner.',
    },
    500: failed('The service couldn’t change the account.'),
    503: failed('The service couldn’t change the account.'),
    bankUnavailable: BANK_SILENT,
    lost: {
      what: 'The service didn’t confirm the change, so it may or may not have happened.',
      safe: 'An invoice is never charged twice.',
      next: 'Read the account again.',
    },
  },
  changeCountry: {
    ...COMMON,
    400: { what: 'The service refused this country.', safe: notChanged, next: 'Use two capital letters, such as DE.' },
    403: adminKey('admin'),
    ...PORTAL_STATUSES,
    500: failed('The service couldn’t change the account.'),
    503: failed('The service couldn’t change the account.'),
    lost: {
      what: 'The service didn’t confirm the country, so it may or may not have changed.',
      safe: 'Nothing was charged.',
      next: 'Read the account again.',
    },
  },
  changePlan: {
    ...COMMON,
    402: {
      what: 'The plan can’t change yet.',
      safe: 'On the way to the free plan, a final invoice may have been issued, and credit used for it.',
      next: 'Add a payment method first; for the free plan, pay all invoices first.',
    },
    403: adminKey('admin'),
    ...PORTAL_STATUSES,
    500: failed('The service couldn’t change the plan.'),
    503: failed('The service couldn’t change the plan.'),
    bankUnavailable: BANK_SILENT,
    lost: {
      what: 'The service didn’t confirm the plan, so it may or may not have changed.',
      safe: 'An invoice is never charged twice.',
      next: 'Read the account again.',
    },
  },
  payInvoice: {
    ...COMMON,
    402: {
      what: 'The payment was declined again.',
      safe: 'Your recordings wait, and nothing is lost.',
      next: 'Replace the payment method, then pay again.',
    },
    403: adminKey('admin'),
    ...PORTAL_STATUSES,
    500: failed('The service couldn’t charge the invoice.', 'An invoice is never charged twice.'),
    503: failed('The service couldn’t charge the invoice.', 'An invoice is never charged twice.'),
    bankUnavailable: BANK_SILENT,
    lost: {
      what: 'The service didn’t confirm the payment.',
      safe: 'An invoice is never charged twice.',
      next: 'Read the account again to see whether it is paid.',
    },
  },
  createUser: {
    ...COMMON,
    400: {
      what: 'The service refused this user.',
      safe: notChanged,
      next: 'Use a name of up to 100 characters, and two capital letters for the country.',
    },
    403: adminKey('admin'),
    operatorRequired: {
      what: 'Only the service’s operator can add users.',
      safe: notChanged,
      next: 'Use an admin key of the service’s owner.',
    },
    ...PORTAL_STATUSES,
    409: { what: 'This name is taken.', safe: notChanged, next: 'Choose another name.' },
    500: failed('The service couldn’t create the user.'),
    503: failed('The service couldn’t create the user.'),
    lost: {
      what: 'The service didn’t confirm the user, so it may exist.',
      safe: 'Nothing was sent twice.',
      next: 'List the users again.',
    },
  },
  rehearse: {
    ...COMMON,
    403: {
      what: 'Only the operator of a service can rehearse there.',
      safe: notChanged,
      next: 'Use an admin key that was created by the first start of that service.',
    },
    404: {
      what: 'This service wasn’t started for a rehearsal, or isn’t Cleartake’s own.',
      safe: notChanged,
      next: 'Its owner can start it with --rehearsal and a data folder of its own.',
    },
    500: failed('The service couldn’t change the rehearsal.'),
    503: failed('The service couldn’t change the rehearsal.'),
    lost: {
      what: 'The service didn’t confirm the change of the rehearsal.',
      safe: 'Nothing was sent twice.',
      next: 'Look at the rehearsal again.',
    },
  },
} as const satisfies Readonly<Record<string, CallMessages>>;
