/** What account calls share: their outcomes, and the messages that are the same for each of them. */

import { type Message, SHARED } from './message.ts';

/**
 * Outcomes of a call: a status of the service, a code of it that says more, that its answer never came, or that it came without what it
 * must have.
 */
export type AccountOutcome =
  | (typeof STATUSES)[number]
  | 'adminKey'
  | 'widerKey'
  | 'keyRevoked'
  | 'ownKey'
  | 'builtInKey'
  | 'operatorRequired'
  | 'bankUnavailable'
  | 'lost'
  | 'unreadable';

const STATUSES = [400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 429, 500, 503] as const;

export type CallMessages = Readonly<Partial<Record<AccountOutcome, Message>>>;

export const { notChanged } = SHARED;
const tryAgain = 'Try again.';
/** Whether something was changed is not clear from these answers. */
const ONCE = 'Nothing was sent twice.';

const KEY_REFUSED: Message = {
  what: 'The service doesn’t accept the API key of this connection.',
  safe: notChanged,
  next: { desk: 'Replace the key, then try again.', terminal: 'Check the key, then try again.' },
};
const NO_SUCH_CALL: Message = {
  what: 'This service doesn’t offer this.',
  safe: notChanged,
  next: 'Use the service’s own pages instead.',
};

/** Everywhere the same, unless a call says otherwise. */
export const COMMON = {
  400: {
    what: 'The service doesn’t accept this request as valid.',
    safe: notChanged,
    next: 'Check what you entered, then try again.',
  },
  401: KEY_REFUSED,
  404: NO_SUCH_CALL,
  405: NO_SUCH_CALL,
  408: {
    what: 'The request took too long to reach the service.',
    safe: ONCE,
    next: 'Check your network, then try again.',
  },
  413: {
    what: 'The request is larger than the service accepts.',
    safe: notChanged,
    next: 'Use shorter texts, then try again.',
  },
  415: {
    what: 'The request reached the service in a form that it can’t read.',
    safe: notChanged,
    next: 'Check the connection’s address and any proxy on the way, then try again.',
  },
  429: { what: 'The service received too many requests.', safe: notChanged, next: 'Try again in a minute.' },
} as const satisfies CallMessages;

/**
 * Calls that are made while somebody looks on aren't repeated, so their messages don't promise that. By code, for faults on the way and
 * for answers that came from something other than the service.
 */
export const MADE_ONCE: Readonly<Partial<Record<string, Message>>> = {
  serviceUnreachable: {
    what: 'The service isn’t responding.',
    safe: notChanged,
    next: 'Check your network and the connection’s address, then try again.',
  },
  serviceBusy: { what: 'The service is busy.', safe: ONCE, next: 'Try again in a minute.' },
  serviceFailed: { what: 'The service had a problem.', safe: ONCE, next: 'Try again later.' },
  serviceAnswerUnreadable: {
    what: 'The response didn’t come from the service, or Cleartake can’t read it.',
    safe: ONCE,
    next: 'Log in to this network in a browser, or check the connection’s address, then try again.',
  },
  redirectRefused: {
    what: 'The request was redirected to another address.',
    safe: 'Nothing was sent there.',
    next: 'Log in to this network in a browser, or check the connection’s address, then try again.',
  },
  requestRefused: { what: 'The service refused the request.', safe: ONCE, next: 'Try again later.' },
  notCompleteYet: {
    what: 'The service says that this isn’t possible right now.',
    safe: notChanged,
    next: 'Try again later.',
  },
  keyRefused: KEY_REFUSED,
};

export function adminKey(permission: string): Message {
  return {
    what:
      permission === 'admin'
        ? 'This key can’t manage the account.'
        : `This key doesn’t have the permission ${permission}.`,
    safe: notChanged,
    next: 'Enter an admin key.',
  };
}

/** Whether a change was made isn't known after a fault of the service. @param safe what is known all the same */
export function failed(what: string, safe: string = 'It may have been done all the same.'): Message {
  return { what, safe, next: tryAgain };
}
