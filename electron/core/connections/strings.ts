/** What is said about connections: what a test finds, and the keys of their accounts. */

import { SHARED } from '../../../shared/domain/error-messages/message.ts';
import type { ErrorCode, Message } from '../../../shared/domain/errors.ts';

const NOT_THE_SERVICE = 'Something responds at this address, but it isn’t a restoration service. Check the address.';
const NO_TLS = 'A server responds, but not over TLS as https:// needs. Check the port, or ask the service’s owner.';
const BAD_CERTIFICATE = 'Check the address and this computer’s clock, or tell the service’s owner.';

/** What is said about the keys of an account, beyond the messages of its calls. */
export const ACCOUNT = {
  secretForgotten: {
    what: 'Cleartake no longer has this secret.',
    safe: SHARED.notChanged,
    next: 'Enter it as this connection’s key, or rotate the key again.',
  },
  secretOfOtherAddress: {
    what: 'The connection’s address was changed after this secret was issued.',
    safe: 'The secret isn’t sent to the new address.',
    next: 'Go back to the earlier address, or enter a key for the new one.',
  },
  keyNotListed: {
    what: 'The account doesn’t list the key of this connection.',
    safe: SHARED.notChanged,
    next: 'Check that the admin key belongs to the same account, or choose an API key.',
  },
} as const satisfies Record<string, Message>;

/** What is said about the account at Cleartake's own service. */
export const PORTAL = {
  noBrowser: {
    what: 'Cleartake can’t open the page of the invoice from here.',
    safe: SHARED.notChanged,
    next: { desk: 'Copy the invoice instead.', terminal: 'Run `cleartake portal invoice` instead.' },
  },
  paidUnread: {
    what: 'The invoice is paid, but Cleartake couldn’t read the account afterward.',
    safe: 'An invoice is never charged twice.',
    next: 'Open the account again.',
  },
  planOfBuiltIn: {
    what: 'This computer restores for free and has no plans to choose from.',
    safe: SHARED.notChanged,
    next: 'Choose a plan at another service.',
  },
} as const satisfies Record<string, Message>;

/** What a connection test says. The error table speaks of recordings; a test has none. */
export const CONNECTION_TEST = {
  passed: 'The service responds and accepts the key.',
  noCreation: (path: string) =>
    `The service responds and accepts the key, but has no project creation at ${path}. Set the path of this connection as the service states it.`,
  noListing: (path: string) =>
    `The service responds, but has no listing of projects at ${path}. Set the path of this connection as the service states it.`,
  mayNotCreate:
    'The service responds and accepts the key, but the key doesn’t have permission to create projects. Ask for one with read and write permission.',
  timedOut: (seconds: number) => `The service didn’t respond within ${seconds} seconds.`,
  failed: {
    serviceUnreachable: 'Nothing responds at this address. Check the address and your network.',
    certificateNotTrusted:
      'A service responds, but this computer doesn’t trust its certificate. If your company checks connections, choose its CA file in Settings under Network.',
    serviceAnswerUnreadable: NOT_THE_SERVICE,
    projectUnknown:
      'A server responds, but has no service at this path. Use the address as the service states it, without /v1.',
    requestRefused: NOT_THE_SERVICE,
    requestInvalid: NOT_THE_SERVICE,
    callUnknown: NOT_THE_SERVICE,
    serviceFailed: 'The service responds, but has a problem of its own. Test again later, or tell its owner.',
    serviceBusy: 'The service responds, but asks to wait. Test again in a minute.',
    keyRefused: 'The service responds, but doesn’t accept the key. Enter it again.',
    keyMayNot:
      'The service responds, but this key is inactive or doesn’t have permission to list projects. Ask for an active key with read and write permission.',
    keyMissing: 'This connection has no key yet. Enter it first.',
    billingStopped: 'Address and key work, but the service stopped the account for a billing reason.',
    paymentFailed: 'Address and key work, but the service put the account on hold.',
    spendLimitExceeded: 'Address and key work, but the account reached its spending limit.',
    unexpected: 'The test was interrupted. Try it again.',
  } as Partial<Record<ErrorCode, string>>,
  /** A page for people came instead of the service. */
  page: 'A web page responds instead of the service. Log in to this network in a browser, or check the address.',
  /** By the fault of the network. */
  faults: {
    ENOTFOUND: 'The name in this address can’t be found. Check its spelling and your network.',
    EAI_AGAIN: 'Names can’t be looked up right now. Check your network.',
    ECONNREFUSED: 'The computer at this address refuses connections. Check the port, and whether the service runs.',
    EPROTO: NO_TLS,
    ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
    CERT_HAS_EXPIRED: `The service’s certificate has expired. ${BAD_CERTIFICATE}`,
    ERR_TLS_CERT_ALTNAME_INVALID: `The certificate belongs to another address. ${BAD_CERTIFICATE}`,
  } as Readonly<Record<string, string>>,
} as const;
