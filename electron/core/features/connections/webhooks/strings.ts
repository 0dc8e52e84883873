/** What the receiver of webhooks says to a person. */

import { type Message, SHARED } from '../../../../../shared/domain/error-messages/message.ts';

export const RECEIVER = {
  portTaken: (port: number) => `Port ${port} is used by another program. Choose another one.`,
  cannotListen: 'The receiver couldn’t be started. Choose another port, or look into the log.',
  notASecret: {
    what: 'That isn’t a signing secret.',
    safe: SHARED.notChanged,
    next: 'Copy it from the service; it begins with whsec_.',
  },
  onlyHere: {
    what: 'Cleartake’s own service sends webhooks only to this computer.',
    safe: SHARED.notChanged,
    next: 'Use an address such as https://127.0.0.1:8443/webhooks.',
  },
  isOff: {
    what: 'The receiver is off.',
    safe: SHARED.notChanged,
    next: 'Switch it on first.',
  },
} as const satisfies Record<string, Message | string | ((port: number) => string)>;
