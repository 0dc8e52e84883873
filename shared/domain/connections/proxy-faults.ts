/** What a proxy did instead of letting a connection through. */

import { CHOOSE_CERTIFICATE, type Message, SHARED } from '../error-messages/message.ts';

export type ProxyFault =
  /** Neither its address nor its connection works. */
  | 'unreachable'
  /** It was connected, and closed without an answer. */
  | 'closed'
  /** It asks for a password, and none is known. */
  | 'wants-password'
  | 'wrong-password'
  /** It takes only ways to sign in that Cleartake hasn't got, such as NTLM. */
  | 'other-sign-in'
  /** It answered, and doesn't connect. */
  | 'refused'
  /** It answered that it can't reach the target. */
  | 'service-unreachable'
  /** Its own certificate isn't trusted. */
  | 'untrusted'
  /** What should name it can't be read. */
  | 'unreadable'
  | 'unsupported';

const CHECK = 'Check the network, and the proxy in Settings under Network.';
const SET_PASSWORD = {
  desk: 'Enter the proxy’s address, user name and password in Settings under Network.',
  terminal:
    'Set proxy and proxy-user with `cleartake settings set` and the password with `cleartake settings proxy-password`, or set HTTPS_PROXY to http://USER:PASSWORD@HOST:PORT.',
};

/** @param proxy host and port, or what should have named them */
export function proxyWords(fault: ProxyFault, proxy: string): string {
  switch (fault) {
    case 'unreachable':
      return `The proxy ${proxy} can’t be reached.`;
    case 'closed':
      return `The proxy ${proxy} closed the connection without an answer.`;
    case 'wants-password':
      return `The proxy ${proxy} wants a password.`;
    case 'wrong-password':
      return `The proxy ${proxy} doesn’t accept the user name and password.`;
    case 'other-sign-in':
      return `The proxy ${proxy} wants a way to sign in that Cleartake doesn’t support.`;
    case 'refused':
      return `The proxy ${proxy} refused to connect.`;
    case 'service-unreachable':
      return `The proxy ${proxy} can’t reach the service.`;
    case 'untrusted':
      return `This computer doesn’t trust the certificate of the proxy ${proxy}.`;
    case 'unreadable':
      return `The proxy in ${proxy} can’t be read.`;
    case 'unsupported':
      return `The proxy ${proxy} is of a kind that Cleartake doesn’t support.`;
  }
}

const NEXT: Readonly<Record<ProxyFault, NonNullable<Message['next']>>> = {
  unreachable: CHECK,
  closed: CHECK,
  'wants-password': SET_PASSWORD,
  'wrong-password': SET_PASSWORD,
  'other-sign-in': 'Ask your company for a proxy that takes a user name and password (Basic).',
  refused: 'Ask whoever runs the proxy to allow the service’s address.',
  'service-unreachable': 'Check the service’s address.',
  untrusted: CHOOSE_CERTIFICATE,
  unreadable: 'Write it as http://HOST:PORT; in a password, write @ as %40, # as %23 and % as %25.',
  unsupported: 'Use an http or https proxy.',
};

export function proxyMessage(fault: ProxyFault, proxy: string): Message {
  return { what: proxyWords(fault, proxy), safe: SHARED.notLost, next: NEXT[fault] };
}
