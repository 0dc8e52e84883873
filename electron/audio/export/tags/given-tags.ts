/** Tags that a person gives an output take the place of the recording's. */

import type { OutputTags } from '../../../../shared/domain/export/settings.ts';
import { readCover } from '../../media/side-streams/cover-file.ts';
import type { SourceMetadata } from '../../media/side-streams/metadata-reader.ts';

interface GivenTags {
  readonly metadata: SourceMetadata;
  /** How many pictures can't be read: then those of the recording stay. */
  readonly missingCovers: number;
}

/** @param given absent where the recording's are kept */
export function withGivenTags(metadata: SourceMetadata, given: OutputTags | undefined): GivenTags {
  if (given === undefined) return { metadata, missingCovers: 0 };
  const { cover, texts } = given;
  const names = Object.keys(texts);
  const isGiven = (name: string) => names.includes(name.toLowerCase());
  const without = <Value>(tags: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(tags).filter(([name]) => !isGiven(name)));
  const picture = cover === undefined ? null : readCover(cover);
  return {
    metadata: {
      ...metadata,
      tags: { ...without(metadata.tags), ...texts },
      several: without(metadata.several),
      pictures: picture === null ? metadata.pictures : [picture],
    },
    missingCovers: cover !== undefined && picture === null ? 1 : 0,
  };
}
