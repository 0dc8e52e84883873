/**
 * A process that tries to get out in every way that is counted, in itself, a thread and a process of its own. Nothing leaves the
 * computer: sockets for packets are only connected, to addresses that are reserved for documentation.
 */

import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';

function connect(kind: 'udp4' | 'udp6', port: number, address: string): void {
  const socket = createSocket(kind).on('error', () => undefined);
  socket.connect(port, address, () => socket.close());
}

connect('udp4', 9, '192.0.2.1');
connect('udp6', 9, '2001:db8::1');
connect('udp4', 53, '127.0.0.1');
const open = createServer().listen(0, '0.0.0.0', () => open.close());
const own = createServer().listen(0, '127.0.0.1', () => own.close());

if (isMainThread && process.argv[2] !== 'child') {
  const script = import.meta.filename;
  new Worker(script);
  fork(script, ['child']);
}
