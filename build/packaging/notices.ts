/** What has to go with a package: Cleartake's license, those of everything inside it, and where its source is. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { creditLine, licenseAddress, TRAINING_CREDITS } from '../../shared/domain/about/credits.ts';
import { type PackageLock, placesInProduct } from './packed-packages.ts';

const RULE = '='.repeat(80);

interface Notice {
  readonly title: string;
  readonly license: string;
  /** Null when the package has no such file. */
  readonly text: string | null;
}

/**
 * Writes LICENSE, THIRD-PARTY-LICENSES.txt and SOURCE.txt to `out/notices`, from which electron-builder packs them.
 * @param root of the checkout, with its packages
 * @param configurations of the FFmpeg that is packed (`configurationsIn`)
 */
export function writeNotices(root: string, configurations: readonly string[]): void {
  const folder = path.join(root, 'out/notices');
  const lock = readJson<PackageLock>(path.join(root, 'package-lock.json'));
  const { version } = readJson<{ version: string }>(path.join(root, 'package.json'));
  const { version: nodeAv = '' } = lock.packages['node_modules/node-av'] ?? {};
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), thirdPartyText(noticesOf(root, lock), configurations));
  writeFileSync(path.join(folder, 'SOURCE.txt'), sourceText(version, nodeAv, configurations));
}

function noticesOf(root: string, lock: PackageLock): readonly Notice[] {
  return placesInProduct(lock).map((place) => {
    const { version = '', license = formerLicense(path.join(root, place)) } = lock.packages[place] ?? {};
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const text = licenseFileIn(path.join(root, place));
    return { title: `${name} ${version}`, license, text };
  });
}

/** npm's former way to name licenses, which the lock file leaves out. */
function formerLicense(folder: string): string {
  const { licenses } = readJson<{ licenses?: readonly { type: string }[] }>(path.join(folder, 'package.json'));
  return licenses?.map(({ type }) => type).join(' OR ') ?? 'see below';
}

/** All license files of a package. */
function licenseFileIn(folder: string): string | null {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const texts = names
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** @throws Error for a package whose license nobody gives the text of */
export function thirdPartyText(notices: readonly Notice[], configurations: readonly string[]): string {
  const parts = notices.map(
    ({ title, license, text }) => `${RULE}\n${title}\n${license}\n\n${text ?? referral(notices, title, license)}`,
  );
  const ffmpeg = `${RULE}\nFFmpeg and the libraries built into it, in node-av's native code\nGPL-3.0-or-later, as a whole; see LICENSE\n
How it was built, which names the libraries:\n\n${configurations.join('\n\n')}`;
  return `Cleartake contains the work of others, under these licenses.\n\n${[...parts, ffmpeg, trainingText()].join('\n\n')}\n`;
}

/** Not in the package, but due: the recordings from which its network learned. */
function trainingText(): string {
  const lines = TRAINING_CREDITS.map((credit) => {
    const address = licenseAddress(credit);
    return address === null ? creditLine(credit) : `${creditLine(credit)}\n  ${address}`;
  });
  return `${RULE}\nRecordings that Cleartake's restoration network was trained with\n
None of them is in this package. They were cut, resampled, mixed and put into computed rooms.\n\n${lines.join('\n')}`;
}

/** A few packages only name their license; another one under the same license has its text. */
function referral(notices: readonly Notice[], title: string, license: string): string {
  const other = notices.find((notice) => notice.license === license && notice.text !== null);
  if (other === undefined) throw new Error(`${title} comes without the text of its license (${license}).`);
  return `This package names its license and has no file of its own. The same terms are under ${other.title}.`;
}

function sourceText(version: string, nodeAv: string, configurations: readonly string[]): string {
  return `The source of Cleartake ${version}

Cleartake is free software under the GNU General Public License, version 3 or later (see LICENSE).

You may have the complete corresponding source of this package: Cleartake itself with its build scripts, node-av ${nodeAv}, FFmpeg
and every library built into it. Write to hello@cleartake.example and name the version above. This offer is valid for at
least three years from the day you received the package, and costs no more than sending the source does.

FFmpeg was built with:

${configurations.join('\n\n')}
`;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
