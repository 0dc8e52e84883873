/** What a part of a recording is called in file names, where colons aren't allowed. Pure. */

/** `0m12.4s–1m20.1s`: from and to, in seconds from the start. Two passages that differ by less have the same name. */
export function passageName(startSeconds: number, endSeconds: number): string {
  return `${placeName(startSeconds)}–${placeName(endSeconds)}`;
}

function placeName(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const minutes = Math.floor(tenths / 600);
  const hours = Math.floor(minutes / 60);
  const rest = `${((tenths % 600) / 10).toFixed(1)}s`;
  return hours === 0 ? `${minutes}m${rest}` : `${hours}h${String(minutes % 60).padStart(2, '0')}m${rest}`;
}
