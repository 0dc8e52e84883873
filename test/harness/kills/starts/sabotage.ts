/** Wrong ways of starting a generation, made by spoiling what surrounds the right one: they show that the kills find what is wrong. */

import { Agent, type Dispatcher } from 'undici';
import { type Network, undiciNetwork } from '../../../../electron/core/api/network.ts';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';

export type Sabotage =
  | 'none'
  /** An unclear answer counts as none. */
  | 'resend-on-ambiguity'
  /** After a death nothing is known of what was on its way. */
  | 'no-intent'
  /** Both: send, take down the answer, send again. */
  | 'naive'
  /** The first listing counts. */
  | 'no-quarantine';

/** Every fault of a request looks as if it had never been sent. */
export function forgetfulNetwork(sabotage: Sabotage): Network {
  if (sabotage !== 'resend-on-ambiguity' && sabotage !== 'naive') return undiciNetwork;
  return { pool: undiciNetwork.pool, single: () => new Agent({ pipelining: 0 }).compose(pretendNeverSent) };
}

const pretendNeverSent: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onResponseStart(controller, status, headers, message) {
      if (status >= 500) controller.abort(neverSent());
      else handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller) => handler.onResponseError?.(controller, neverSent()),
  });

function neverSent(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
}

/** Before a desk is opened: what was on its way is ready again, as if its intent had never been written. */
export function forgetIntents(sabotage: Sabotage, database: string): void {
  if (sabotage !== 'no-intent' && sabotage !== 'naive') return;
  const { raw, close } = openDatabase({ path: database, schema: {} });
  raw.exec(`
    UPDATE start_attempt SET outcome = 'refused' WHERE outcome IS NULL;
    UPDATE generation SET state_kind = 'ready', state = '{"kind":"ready"}' WHERE state_kind IN ('intent', 'unknown');
  `);
  close();
}
