import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultDataDirectory, nodeHostInfo } from '../../../electron/hosts/common/paths.ts';

test('what a host from the sources points at is there', () => {
  const facts = nodeHostInfo('cli');
  for (const folder of [facts.migrationsDirectory, facts.serviceMigrationsDirectory]) {
    expect(path.isAbsolute(folder)).toBe(true);
    expect(existsSync(folder), folder).toBe(true);
  }
  expect(facts.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(facts.platform).toBe(process.platform);
});

test('data go to the place of the operating system unless a folder is named', () => {
  expect(path.isAbsolute(defaultDataDirectory())).toBe(true);
  expect(defaultDataDirectory()).toContain('Cleartake');
  expect(nodeHostInfo('cli').dataDirectory).toBe(defaultDataDirectory());
  expect(nodeHostInfo('cli', 'some/folder').dataDirectory).toBe(path.resolve('some/folder'));
});

test('only in a browser do files arrive without their path', () => {
  expect(nodeHostInfo('browser').filesHavePaths).toBe(false);
  expect(nodeHostInfo('cli').filesHavePaths).toBe(true);
});
