/** Which deliveries begin next: round robin over accounts, and over the endpoints of each account, with a ceiling for each. */

/** A slow receiver keeps no more than this busy; the others go on. */
export const AT_ONCE_PER_ENDPOINT = 4;
/** However many slow receivers an account has, three quarters are left to the others. */
export const AT_ONCE_PER_ACCOUNT = 16;
export const AT_ONCE = 64;

export interface DueDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** The account of the endpoint. */
  readonly userId: string;
}

/** Where the round robin stands. */
export interface RoundRobin {
  /** Deliveries in flight. */
  readonly inFlight: readonly DueDelivery[];
  /** The account that was served last; empty at first. */
  readonly lastAccount: string;
  /** By account, the endpoint that was served last. */
  readonly lastEndpoints: ReadonlyMap<string, string>;
}

/** What is due, in the order of identifiers. What is in flight may be among it. */
export interface DueDeliveries {
  /** The next account with something due, after an identifier; null after the last one. */
  accountAfter(userId: string): Promise<string | null>;
  /** The next endpoint of an account that may have something due. */
  endpointAfter(userId: string, endpointId: string): Promise<string | null>;
  /** The deliveries that are due longest at an endpoint. */
  atEndpoint(userId: string, endpointId: string, limit: number): Promise<readonly DueDelivery[]>;
}

/** A short list of due deliveries, longest due first. */
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

/** Reads only as much as may begin: what it costs does not grow with what is due. */
export async function chooseDue(due: DueDeliveries, round: RoundRobin): Promise<DueDelivery[]> {
  const { inFlight } = round;
  const busy = new Set(inFlight.map(({ deliveryId }) => deliveryId));
  const ofAccount = countBy(inFlight, ({ userId }) => userId);
  const ofEndpoint = countBy(inFlight, ({ endpointId }) => endpointId);
  const room = AT_ONCE - inFlight.length;

  async function atEndpoint(userId: string, endpointId: string): Promise<DueDelivery[]> {
    const free = AT_ONCE_PER_ENDPOINT - (ofEndpoint.get(endpointId) ?? 0);
    if (free <= 0) return [];
    // Enough of them even when those in flight come first.
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

/** Names in their order, beginning behind the last one and ending with it. */
async function* around(last: string, after: (name: string) => Promise<string | null>): AsyncGenerator<string> {
  for (let name = await after(last); name !== null; name = await after(name)) yield name;
  for (let name = await after(''); name !== null && name <= last; name = await after(name)) yield name;
}

/** The first `most` lists that have something in them. */
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

/** The first of each list, then the second of each, until there are enough. */
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
