/** Chooses the deliveries that begin next: round robin over accounts, and over the endpoints of each account, with a limit for each. */

/** Deliveries in flight to one endpoint, so that a slow receiver does not block the others. */
export const AT_ONCE_PER_ENDPOINT = 4;
/** However many slow receivers an account has, three quarters of the slots are left to other accounts. */
export const AT_ONCE_PER_ACCOUNT = 16;
export const AT_ONCE = 64;

export interface DueDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** The account of the endpoint. */
  readonly userId: string;
}

/** The state of the round robin. */
export interface RoundRobin {
  /** Deliveries in flight. */
  readonly inFlight: readonly DueDelivery[];
  /** The account that was served last; empty at first. */
  readonly lastAccount: string;
  /** By account, the endpoint that was served last. */
  readonly lastEndpoints: ReadonlyMap<string, string>;
}

/** Reads due deliveries step by step, in the order of identifiers. They may include deliveries in flight. */
export interface DueDeliveries {
  /** The next account with a due delivery, after an identifier; null after the last one. */
  accountAfter(userId: string): Promise<string | null>;
  /** The next endpoint of an account that may have a due delivery. */
  endpointAfter(userId: string, endpointId: string): Promise<string | null>;
  /** The deliveries of an endpoint that are due longest. */
  atEndpoint(userId: string, endpointId: string, limit: number): Promise<readonly DueDelivery[]>;
}

/** The same over a short list of due deliveries, longest due first. */
export function dueInList(list: readonly DueDelivery[]): DueDeliveries {
  const byAccount = Map.groupBy(list, ({ userId }) => userId);
  const accounts = [...byAccount.keys()].sort();
  const endpoints = new Map(
    [...byAccount].map(([userId, due]) => [userId, due.map(({ endpointId }) => endpointId).sort()]),
  );
  const nextIn = (names: readonly string[] = [], after: string) => names.find((name) => name > after) ?? null;
  return {
    accountAfter: async (userId) => nextIn(accounts, userId),
    endpointAfter: async (userId, endpointId) => nextIn(endpoints.get(userId), endpointId),
    atEndpoint: async (userId, endpointId, limit) =>
      (byAccount.get(userId) ?? []).filter((delivery) => delivery.endpointId === endpointId).slice(0, limit),
  };
}

/** Reads only as much as may begin, so its cost does not grow with the backlog. */
export async function chooseDue(due: DueDeliveries, round: RoundRobin): Promise<DueDelivery[]> {
  const { inFlight } = round;
  const busy = new Set(inFlight.map(({ deliveryId }) => deliveryId));
  const ofAccount = countBy(inFlight, ({ userId }) => userId);
  const ofEndpoint = countBy(inFlight, ({ endpointId }) => endpointId);
  const room = AT_ONCE - inFlight.length;

  async function atEndpoint(userId: string, endpointId: string): Promise<DueDelivery[]> {
    const free = AT_ONCE_PER_ENDPOINT - (ofEndpoint.get(endpointId) ?? 0);
    if (free <= 0) return [];
    // Enough even when the first ones are in flight.
    const longestDue = await due.atEndpoint(userId, endpointId, 2 * AT_ONCE_PER_ENDPOINT);
    return longestDue.filter(({ deliveryId }) => !busy.has(deliveryId)).slice(0, free);
  }

  async function atAccount(userId: string): Promise<DueDelivery[]> {
    const free = Math.min(room, AT_ONCE_PER_ACCOUNT - (ofAccount.get(userId) ?? 0));
    const last = round.lastEndpoints.get(userId) ?? '';
    const endpoints = around(last, (endpointId) => due.endpointAfter(userId, endpointId));
    return oneOfEach(await collect(endpoints, free, (endpointId) => atEndpoint(userId, endpointId)), free);
  }

  const accounts = around(round.lastAccount, (userId) => due.accountAfter(userId));
  return oneOfEach(await collect(accounts, room, atAccount), room);
}

/** All names in order, starting after `last` and ending with it. */
async function* around(last: string, after: (name: string) => Promise<string | null>): AsyncGenerator<string> {
  for (let name = await after(last); name !== null; name = await after(name)) yield name;
  for (let name = await after(''); name !== null && name <= last; name = await after(name)) yield name;
}

/** The first `most` lists that are not empty. */
async function collect<Item>(
  names: AsyncGenerator<string>,
  most: number,
  listOf: (name: string) => Promise<Item[]>,
): Promise<Item[][]> {
  const lists: Item[][] = [];
  if (most <= 0) return lists;
  for await (const name of names) {
    const list = await listOf(name);
    if (list.length > 0) lists.push(list);
    if (lists.length >= most) break;
  }
  return lists;
}

/** The first item of each list, then the second of each, until there are enough. */
function oneOfEach<Item>(lists: readonly (readonly Item[])[], most: number): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const taken: Item[] = [];
  for (let place = 0; place < longest && taken.length < most; place++) {
    taken.push(...lists.flatMap((list) => list.slice(place, place + 1)));
  }
  return taken.slice(0, Math.max(0, most));
}

function countBy<Item>(items: readonly Item[], name: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return counts;
}
