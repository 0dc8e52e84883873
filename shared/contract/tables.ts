/** Lists of the desk as files: what History shows, and the ledger of Costs. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { LEDGER_KINDS } from '../domain/costs/ledger-lines.ts';
import { costFilter } from './costs.ts';
import { call } from './refusals.ts';

const format = z.enum(['csv', 'json']);
export type TableFormat = z.infer<typeof format>;

const tableRequest = z.discriminatedUnion('list', [
  /** `view` is a view of History as text, as its own address has it. */
  z.object({ list: z.literal('history'), format, view: z.string().max(6000) }),
  z.object({
    list: z.literal('costs'),
    format,
    filter: costFilter.extend({ kinds: z.array(z.enum(LEDGER_KINDS)).max(LEDGER_KINDS.length).optional() }),
  }),
]);
export type TableRequest = z.infer<typeof tableRequest>;

export const tableEvent = z.object({
  /** Written so far. */
  rows: z.number(),
  /** Null until the file is there. */
  made: z
    .object({
      /** For `show` if it went to a folder, else for the save address. */
      id: z.string(),
      fileName: z.string(),
      /** Whether `show` can show it. */
      canShow: z.boolean(),
    })
    .nullable(),
});
export type TableEvent = z.infer<typeof tableEvent>;

export const tablesContract = {
  /**
   * Writes a list into a folder, or without one to be fetched at the save address. Nothing is replaced, and an abort leaves no file.
   * @throws REFUSED pathNotGiven, outputUnwritable, diskFull
   */
  save: call
    .input(z.object({ table: tableRequest, folder: z.string().min(1).max(4096).nullable() }))
    .output(eventIterator(tableEvent)),
  /** Shows a file that `save` wrote into a folder in the file manager. */
  show: call.input(z.object({ id: z.string().max(100) })).output(z.object({ shown: z.boolean() })),
};
