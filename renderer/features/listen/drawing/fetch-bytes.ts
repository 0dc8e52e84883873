/** Bytes from the desk, as the picture worker fetches them. */

/** @throws Error when the answer is none */
export async function fetchBytes(address: string, headers: Readonly<Record<string, string>>): Promise<ArrayBuffer> {
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return await response.arrayBuffer();
}

/** A part of a file; less where the file ends. @throws Error when the desk has no file */
export async function fetchRange(
  address: string,
  first: number,
  count: number,
  headers: Readonly<Record<string, string>>,
): Promise<ArrayBuffer> {
  const range = `bytes=${first}-${first + count - 1}`;
  const response = await fetch(address, { headers: { ...headers, range } });
  if (response.status !== 206) throw new Error(`${range} of ${address} was answered with ${response.status}`);
  return await response.arrayBuffer();
}
