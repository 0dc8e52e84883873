/** Tags that a preset gives its outputs: what they are called, and what their templates make of a recording. Pure. */

import { z } from 'zod';
import type { OutputTags } from '../export/settings.ts';
import { fillText, type NamingFacts } from './output-name.ts';
import { NAMING_TOKENS } from './template.ts';

/** In the order of a form. */
export const TAG_NAMES = ['title', 'artist', 'album', 'number', 'year', 'genre', 'comment'] as const;
export type TagName = (typeof TAG_NAMES)[number];

/** Those of names, and the folder that the recording is in, by which people know their show. */
export const TAG_TOKENS = [...NAMING_TOKENS, 'show'] as const;

/** What FFmpeg calls them. */
const KEYS = {
  title: 'title',
  artist: 'artist',
  album: 'album',
  number: 'track',
  year: 'date',
  genre: 'genre',
  comment: 'comment',
} as const satisfies Record<TagName, string>;

const LONGEST_TAG = 1000;

const tagText = z.string().max(LONGEST_TAG).optional();

/** Templates; what is empty or missing is as the recording has it. */
export const tagTemplatesSchema = z.strictObject({
  ...(Object.fromEntries(TAG_NAMES.map((name) => [name, tagText])) as Record<TagName, typeof tagText>),
  /** Full path of a picture, JPEG or PNG. */
  cover: z.string().max(4096).optional(),
});
export type TagTemplates = z.infer<typeof tagTemplatesSchema>;

/** Whether a template can become the number of an episode: digits, also as `3/12`, and tokens. Players show nothing of other text. */
export function isNumberTemplate(template: string): boolean {
  return /^[\d\s/]*$/.test(template.replace(/\{[^{}]*\}/g, ''));
}

/** How many are set. */
export function countTags(templates: TagTemplates | undefined): number {
  return Object.values(templates ?? {}).filter((text) => text !== '').length;
}

export interface TagFacts extends NamingFacts {
  readonly show: string;
}

/** Null where the recording keeps all of its own. */
export function filledTags(templates: TagTemplates | undefined, facts: TagFacts): OutputTags | null {
  if (countTags(templates) === 0 || templates === undefined) return null;
  const texts = TAG_NAMES.flatMap((name) => {
    const text = fillText(templates[name] ?? '', { show: facts.show }, facts).trim();
    return text === '' ? [] : [[KEYS[name], text] as const];
  });
  const { cover = '' } = templates;
  return { texts: Object.fromEntries(texts), ...(cover === '' ? {} : { cover }) };
}
