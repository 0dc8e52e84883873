import { expect, test } from 'vitest';
import { meetsPath } from '../../../electron/service/rehearsal/rehearsal.ts';

test.each([
  ['*', '/v1/list_projects', true],
  ['*', '/storage/uploads/prj_1', true],
  ['*', '/portal/keys/list', false],
  ['*', '/openapi.json', false],
  ['/v1/*', '/v1/list_projects', true],
  ['/v1/*', '/storage/uploads/prj_1', false],
  ['/v1/list*', '/v1/list_projects', true],
  ['/v1/list*', '/v1/create_project', false],
  ['/v1/list_projects', '/v1/list_projects', true],
  ['/v1/list_project', '/v1/list_projects', false],
  ['/storage/uploads/*', '/storage/downloads/gen_1/audio', false],
  ['/portal/*', '/portal/keys/list', false],
  ['/portal/keys/list', '/portal/keys/list', true],
  ['/openapi.json', '/openapi.json', true],
])('a fault on %s and a call of %s: %s', (pattern, path, meets) => {
  expect(meetsPath(pattern, path)).toBe(meets);
});
