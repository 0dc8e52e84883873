/** The header that names a download (RFC 6266, RFC 8187). */

/** @param fileName one path segment without controls and quotes, as `safeFileName` makes it */
export function attachment(fileName: string): string {
  const wellFormed = fileName.toWellFormed();
  const plain = wellFormed.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
