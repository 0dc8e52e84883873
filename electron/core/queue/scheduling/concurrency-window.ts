/**
 * How much each connection takes at once, learnt from its refusals: halved when it says that it is busy, one more for every round of
 * work that came through (additive increase, multiplicative decrease).
 */

/** Refusals within this time after one that counted were under way already, in milliseconds. */
const TOGETHER_MS = 1000;

export interface Windows {
  /** Most generations under way for each connection that refused something; the others have no limit of their own. */
  readonly open: ReadonlyMap<string, number>;
  /**
   * A job had to leave because the service is busy.
   * @param underWay jobs at work with it then, this one included
   * @param monotonic milliseconds; refusals that come together are one
   */
  refused(connectionId: string, underWay: number, monotonic: number): void;
  /** A job came through. @param most from here on the connection has no limit of its own */
  succeeded(connectionId: string, most: number): void;
}

export function createWindows(): Windows {
  const exact = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  const open = new Map<string, number>();

  function put(connectionId: string, window: number): void {
    exact.set(connectionId, window);
    open.set(connectionId, Math.floor(window));
  }

  return {
    open,
    refused(connectionId, underWay, monotonic) {
      const last = refusedAt.get(connectionId);
      if (last !== undefined && monotonic - last < TOGETHER_MS) return;
      refusedAt.set(connectionId, monotonic);
      put(connectionId, Math.max(1, Math.min(exact.get(connectionId) ?? Number.POSITIVE_INFINITY, underWay) / 2));
    },
    succeeded(connectionId, most) {
      const window = exact.get(connectionId);
      if (window === undefined) return;
      if (window + 1 / window < most) put(connectionId, window + 1 / window);
      else {
        exact.delete(connectionId);
        open.delete(connectionId);
      }
    },
  };
}
