/** A name server on this computer over UDP, which answers with what a test says, or never. */

import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';

export interface NameServer {
  /** As `setServers` of node:dns takes it. */
  readonly address: string;
  /** Names that were asked for, once for each kind of address and each try. */
  readonly asked: string[];
  close(): void;
}

/** @param addresses of a name; undefined when the server does not answer, none when it says that there is no such name */
export async function startNameServer(addresses: (name: string) => readonly string[] | undefined): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    asked.push(name);
    const found = addresses(name);
    if (found === undefined) return;
    const kind = query.readUInt16BE(end) === 28 ? 6 : 4;
    socket.send(
      answerTo(
        query,
        end,
        found.filter((one) => isIP(one) === kind),
        found.length > 0,
      ),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

/** The name of the question, and where its type begins (RFC 1035, 4.1.2). */
function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answerTo(query: Buffer, end: number, addresses: readonly string[], known: boolean): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    // The name is that of the question.
    record.writeUInt16BE(0xc00c, 0);
    query.copy(record, 2, end, end + 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, end + 4), ...records]);
}

/** @param address version 4, or version 6 with all of its eight groups */
function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}
