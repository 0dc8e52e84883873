/** Loaded before Electron's own install script: reports its downloads to the parent, byte by byte, and why one could not begin. */

const fetchAsGiven = globalThis.fetch;

globalThis.fetch = async (...words) => {
  const answer = await fetchAsGiven(...words).catch((failure) => {
    process.send?.({ kind: 'refused', code: String(failure?.cause?.code ?? failure?.code ?? 'unknown') });
    throw failure;
  });
  if (!answer.ok || answer.body === null) return answer;
  const total = Number(answer.headers.get('content-length')) || null;
  let received = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform: (chunk, controller) => {
        received += chunk.length;
        process.send?.({ kind: 'received', received, total });
        controller.enqueue(chunk);
      },
      flush: () => void process.send?.({ kind: 'complete' }),
    }),
  );
  return new Response(counted, { status: answer.status, headers: answer.headers });
};
