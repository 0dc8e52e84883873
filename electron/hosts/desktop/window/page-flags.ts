/**
 * V8 flags of the page. Rooms come and go, and V8 answers by letting the space for young objects grow to 48 MB, which it keeps; with 4 MB a
 * half it collects more often, for a millisecond each.
 */
export const PAGE_V8_FLAGS = '--max-semi-space-size=4';
