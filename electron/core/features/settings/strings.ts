/** What is said about the network in Settings. */

import { type Message, SHARED } from '../../../../shared/domain/error-messages/message.ts';

/** Why a company's CA file isn't taken. */
export const CERTIFICATE_FILE = {
  missing: 'There is no such file.',
  unreadable: 'Cleartake can’t read this file.',
  'no-certificate': 'This file has no certificate in PEM or DER.',
  'private-key': 'This file has a private key, but no certificate.',
  server: 'This is a server’s certificate, not that of a CA.',
  expired: 'The CA certificate in this file has expired.',
} as const;

export const NETWORK = {
  noProxy: {
    what: 'The settings name no proxy that the password would be for.',
    safe: SHARED.notChanged,
    next: 'Enter the proxy’s address first.',
  },
} as const satisfies Record<string, Message>;
