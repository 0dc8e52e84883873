/** Newer versions of Cleartake: what is known of them, and what a person does about them. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { updateStateSchema } from '../domain/updates.ts';
import { call } from './refusals.ts';

export const updateEvent = z.object({ state: updateStateSchema });

export const updatesContract = {
  /** The state now, at once, and after each change. */
  watch: call.output(eventIterator(updateEvent)),
  /** Looks once more. Does nothing while the setting is off, or while an update is being downloaded. */
  check: call.output(z.void()),
  /** Downloads the version that was found. */
  download: call.output(z.void()),
  /** Ends Cleartake, installs the update and starts it again. Refused while recordings are being processed. */
  restart: call.output(z.void()),
};
