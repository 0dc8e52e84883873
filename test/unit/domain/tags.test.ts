import { expect, test } from 'vitest';
import { filledTags, isNumberTemplate, tagTemplatesSchema } from '../../../shared/domain/naming/tags.ts';

const FACTS = {
  ...{ originalName: 'ep 12.wav', model: 'service-2', extension: 'mp3', show: 'Talk', date: '2026-11-27' },
  ...{ n: 3, of: 12, folder: 'season/9' },
};

test('templates become tags by FFmpeg’s names, with what is known of the recording', () => {
  const templates = {
    title: '{name}: {date}',
    album: '{show}',
    number: '{n}',
    year: '2026',
    genre: '',
    cover: '/c.png',
  };
  expect(filledTags(templates, FACTS)).toEqual({
    texts: { title: 'ep 12: 2026-11-27', album: 'Talk', track: '03', date: '2026' },
    cover: '/c.png',
  });
});

test('what is no token stays, what comes out empty is left to the recording, and nothing set is null', () => {
  expect(filledTags({ title: '{guest} {', artist: ' {connection} ' }, FACTS)).toEqual({
    texts: { title: '{guest} {' },
  });
  expect(filledTags({}, FACTS)).toBeNull();
  expect(filledTags({ title: '' }, FACTS)).toBeNull();
  expect(tagTemplatesSchema.safeParse({ titel: 'x' }).success).toBe(false);
});

test('the number of an episode is one, alone or of how many, typed or as a token', () => {
  expect(['12', '3/12', '{n}', '{n}/{of}', ''].filter((text) => !isNumberTemplate(text))).toEqual([]);
  expect(['twelve', '12a', 'Episode {n}', '{n'].filter(isNumberTemplate)).toEqual([]);
});
