/** The egress of a host's process: the environment's proxies, and the system's where the host can ask. */

import { createEgress, type Egress, type EgressOptions } from '../../../platform/network/egress.ts';
import { secretsOfProxies } from '../../../platform/network/proxies.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { knownSecrets } from '../vault/secret-tracking.ts';

/** Passwords of proxies in the environment are left out of logs and messages from now on. */
export function openEgress(systemProxy?: EgressOptions['systemProxy']): Egress {
  secretsOfProxies(process.env).forEach(knownSecrets.conceal);
  return createEgress({
    environment: process.env,
    now: systemClock.now,
    ...(systemProxy === undefined ? {} : { systemProxy }),
  });
}
