/** The server side of helper-client: handles requests one after the other and reports progress and failures. */

import { toErrorRecord } from '../../../shared/domain/errors.ts';
import type { FromHelper, ToHelper } from '../../../shared/engine-api/helper-envelope.ts';
import { createTurns } from '../time/turns.ts';
import type { ParentPort } from './helper-process.ts';

export type RequestHandlers<
  Requests extends { [Kind in keyof Requests]: { params: unknown; result: unknown } },
  Progress,
> = {
  readonly [Kind in keyof Requests]: (
    params: Requests[Kind]['params'],
    report: (progress: Progress) => void,
  ) => Promise<Requests[Kind]['result']>;
};

/**
 * Serves until the process ends. Requests run one at a time, in order of arrival.
 * @param onSuspend called at once, also during a request
 */
export function serveRequests<
  Requests extends { [Kind in keyof Requests]: { params: unknown; result: unknown } },
  Progress,
>(
  port: ParentPort,
  handlers: RequestHandlers<Requests, Progress>,
  onSuspend: (suspended: boolean) => void = () => undefined,
): void {
  const send = (message: FromHelper) => port.send(message);
  const inTurn = createTurns();

  async function answer(message: Extract<ToHelper, { kind: 'request' }>): Promise<void> {
    const handler = handlers[message.request as keyof Requests];
    try {
      if (handler === undefined) throw new TypeError(`Unknown request: ${message.request}`);
      const result = await handler(message.params, (progress) => send({ kind: 'progress', id: message.id, progress }));
      send({ kind: 'result', id: message.id, result });
    } catch (thrown) {
      send({ kind: 'failed', id: message.id, error: toErrorRecord(thrown) });
    }
  }

  port.onMessage((raw) => {
    const message = raw as ToHelper;
    if (message.kind === 'suspend') onSuspend(message.suspended);
    else if (message.kind === 'request') void inTurn(() => answer(message));
  });
  send({ kind: 'ready' });
}
