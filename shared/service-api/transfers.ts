/**
 * Transfers over signed addresses, as the local service has them. A signed address needs no key and accepts none.
 *
 * Upload: PUT with the project's Content-Type. Without Content-Range the body is the whole medium; once it is there and
 * checked it replaces an earlier one. With `Content-Range: bytes START-END/TOTAL` the body is that part, and START must be what is there already. Answers:
 * 200 once the medium is whole; 308 with UPLOAD_OFFSET_HEADER and `Range: bytes=0-LAST` when parts are missing; 409 with
 * UPLOAD_OFFSET_HEADER when START is not what is there. What arrived of a cut request is kept.
 *
 * How far: HEAD on the same address answers 200 with UPLOAD_OFFSET_HEADER (bytes that are there) and UPLOAD_COMPLETE_HEADER;
 * PUT with `Content-Range: bytes *\/TOTAL` and no body answers 200 or 308 likewise. A service that answers HEAD without the
 * offset cannot resume.
 *
 * Download: GET and HEAD, with Range, If-Range, If-None-Match, ETag, Content-Length and Content-Disposition.
 */

/** Bytes of an upload that are there, as a decimal number. */
export const UPLOAD_OFFSET_HEADER = 'upload-offset';

/** `?1` when the upload is whole, else `?0`. */
export const UPLOAD_COMPLETE_HEADER = 'upload-complete';

/** The status that says: this part is in, others are missing. It has no Location, so nothing is followed. */
export const UPLOAD_INCOMPLETE_STATUS = 308;
