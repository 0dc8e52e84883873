/** Tags that phones and cameras write in QuickTime files by names of their own, as `com.apple.quicktime.make` (QuickTime File Format, “Metadata”). */

import { box, changeIndex, HEAD_BYTES, words } from '../chapters/mp4-boxes.ts';

const UTF_8 = 1;

/** Of a recording's tags, those that have such a name. */
export function keysOf(tags: Readonly<Record<string, string>>): readonly (readonly [name: string, value: string])[] {
  return Object.entries(tags).filter(([name]) => name.startsWith('com.'));
}

/** @param isQuickTime otherwise MP4, whose box has a version @throws RangeError as changeIndex does */
export function writeMp4Keys(path: string, keys: ReturnType<typeof keysOf>, isQuickTime: boolean): void {
  const names = keys.map(([name]) => box('mdta', Buffer.from(name, 'utf8')));
  const values = keys.map(([, value], index) => {
    const item = box('data', words(UTF_8, 0), Buffer.from(value, 'utf8'));
    return Buffer.concat([words(HEAD_BYTES + item.length, index + 1), item]);
  });
  const metadata = box(
    'meta',
    isQuickTime ? Buffer.alloc(0) : words(0),
    box('hdlr', words(0, 0), Buffer.from('mdta', 'latin1'), words(0, 0, 0), Buffer.from([0])),
    box('keys', words(0, names.length), ...names),
    box('ilst', ...values),
  );
  changeIndex(path, (index) => ({ index: box('moov', index.subarray(HEAD_BYTES), metadata) }));
}
