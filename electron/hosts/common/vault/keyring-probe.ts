/** A program that asks the keychain whether it responds: status 0 if it does, else 1 and the reason on standard output. */

import { askKeychain } from './keyring-entry.ts';

const missing = await askKeychain();
if (missing !== null) process.stdout.write(missing);
process.exit(missing === null ? 0 : 1);
