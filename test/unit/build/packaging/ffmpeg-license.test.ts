import { describe, expect, test } from 'vitest';
import { configurationsIn, redistributionProblem } from '../../../../build/packaging/ffmpeg-license.ts';

const OURS = '--prefix=/x --enable-gpl --enable-version3 --disable-everything --disable-libfdk-aac --disable-nonfree';

describe('the license of an FFmpeg', () => {
  test.each([
    ['--enable-gpl --enable-libfdk-aac --enable-libx264', '--enable-libfdk-aac'],
    ['--enable-nonfree --enable-gpl', '--enable-nonfree'],
    ['--enable-nonfree --enable-gpl --enable-libfdk-aac', '--enable-nonfree and --enable-libfdk-aac'],
  ])('built with %s may not be packed', (line, named) => {
    expect(redistributionProblem([line])).toContain(`it was built with ${named}, `);
    expect(redistributionProblem([line])).toContain('`npm run ffmpeg`');
  });

  test('without those parts it may', () => {
    expect(redistributionProblem([OURS])).toBeNull();
  });

  test('that doesn’t say how it was built may not', () => {
    expect(redistributionProblem([])).toMatch(/Nothing in this FFmpeg says/);
    // libvpx, inside FFmpeg, has a line of its own.
    expect(redistributionProblem(['--disable-shared --enable-static --enable-pic'])).toMatch(
      /Nothing in this FFmpeg says/,
    );
  });
});

describe('configurations in a file', () => {
  test('are found between zero bytes, each once, at the ends of the file too', () => {
    const file = Buffer.from(`--disable-docs --x\0code\0${OURS}\0\0more --enable-ness\0${OURS}`);
    expect(configurationsIn(file)).toEqual([OURS, '--disable-docs --x']);
  });

  test('are found behind other constants, too', () => {
    expect(configurationsIn(Buffer.concat([Buffer.from([1, 0xff, 0xff]), Buffer.from(OURS)]))).toEqual([OURS]);
    expect(configurationsIn(Buffer.from(`\0ab${OURS}\x01`))).toEqual([OURS]);
  });

  test('a text that only mentions an option is none', () => {
    expect(configurationsIn(Buffer.from('\0use --enable-libfdk to get more\0'))).toEqual([]);
  });
});
