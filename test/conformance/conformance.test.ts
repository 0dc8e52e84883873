/** The specification of the service, row by row, over HTTP alone. Sections that move the clock come last: it never comes back. */

import { afterAll } from 'vitest';
import { NOT_SHOWN } from './not-shown.ts';
import './sections/keys-list.ts';
import './sections/keys-rotate.ts';
import './sections/key-metadata.ts';
import './sections/webhooks-configure.ts';
import './sections/webhooks-test-event.ts';
import './sections/resources.ts';
import './sections/generations.ts';
import './sections/authentication.ts';
import './sections/events.ts';
import './sections/errors.ts';
import './sections/versioning.ts';
import './sections/choices-work.ts';
import './sections/choices-money-and-hooks.ts';
import './sections/thresholds.ts';
import './sections/deliveries.ts';
import './sections/limits.ts';
import { closeReceivers } from './tools/receiver.ts';
import { summary } from './tools/rows.ts';

afterAll(async () => {
  await closeReceivers();
  console.log(summary(NOT_SHOWN));
});
