/** The secrets that this process knows: whatever it prints or writes anywhere leaves them out. */

import { createRedactor } from '../../../platform/security/redaction.ts';

/** One for the process, since its streams and its log are one for the process too. */
export const knownSecrets = createRedactor();
