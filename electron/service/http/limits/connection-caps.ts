/** Limits of connections, in total and for each network. Idle connections give way to new ones. */

import type { Server } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '../../../../shared/domain/connections/addresses.ts';

/** Groups of 16 bits in a /64 network. */
const NETWORK_GROUPS = 4;

const LOOPBACK_NETWORK = remoteNetwork('::1');

export interface ConnectionCaps {
  /** At the same time. At the limit idle connections are closed first; then new ones are closed at once. */
  readonly connections: number;
  /** From one IPv4 address or one IPv6 /64. This computer has no such limit, since a proxy on it serves many clients. */
  readonly connectionsPerAddress: number;
}

export function capConnections(
  server: Pick<Server, 'closeIdleConnections' | 'maxConnections'> & {
    on(event: 'connection', heard: (socket: Socket) => void): unknown;
  },
  { connections, connectionsPerAddress }: ConnectionCaps,
): void {
  const ofNetworks = new Map<string, number>();
  let open = 0;
  server.maxConnections = connections;
  server.on('connection', (socket) => {
    const network = remoteNetwork(socket.remoteAddress);
    const ofNetwork = (ofNetworks.get(network) ?? 0) + 1;
    if (ofNetwork > connectionsPerAddress && !isLoopbackHost(network) && network !== LOOPBACK_NETWORK) {
      socket.destroy();
      return;
    }
    ofNetworks.set(network, ofNetwork);
    open += 1;
    if (open >= connections) server.closeIdleConnections();
    socket.once('close', () => {
      open -= 1;
      const left = (ofNetworks.get(network) ?? 1) - 1;
      if (left === 0) ofNetworks.delete(network);
      else ofNetworks.set(network, left);
    });
  });
}

/**
 * What a connection counts to: its IPv4 address, or its IPv6 /64, in which one machine may use any address.
 * @param address as a socket gives it; undefined once it is closed
 */
export function remoteNetwork(address = ''): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
