import { expect, test } from 'vitest';
import { carriesPassword, readAddress } from '../../../electron/service/store/postgres/connection/address.ts';
import { nameStatement } from '../../../electron/service/store/postgres/connection/statements.ts';

test('on this computer the connection is plain, elsewhere it is encrypted and checked', async () => {
  expect((await readAddress('postgres://localhost/studio')).connection.ssl).toBe(false);
  expect((await readAddress('postgres://[::1]:5433/studio')).connection).toMatchObject({
    host: '::1',
    port: 5433,
    ssl: false,
  });
  expect((await readAddress('postgres:///studio?host=/run/postgresql')).connection).toMatchObject({
    host: '/run/postgresql',
    ssl: false,
  });
  expect((await readAddress('postgresql://db.example/studio')).connection.ssl).toEqual({ rejectUnauthorized: true });
  expect((await readAddress('postgres://db.example/studio?sslmode=disable')).connection.ssl).toBe(false);
  expect((await readAddress('postgres://localhost/studio?sslmode=verify-full')).connection.ssl).toEqual({
    rejectUnauthorized: true,
  });
});

test('the name that messages use has neither user nor password', async () => {
  const { connection, name } = await readAddress('postgres://studio:p%40ss%2Fword@db.example/rows');
  expect(name).toBe('db.example:5432/rows');
  expect(connection).toMatchObject({ user: 'studio', password: 'p@ss/word', database: 'rows' });
});

test.each([
  ['mysql://db.example/studio', /PostgreSQL/],
  ['no address, secret', /isn’t valid/],
  ['postgres://db.example', /names no database/],
  ['postgres:///studio', /names no host/],
  ['postgres://db.example/studio?password=secret', /can’t have password/],
  ['postgres://db.example/studio?sslmode=require', /verify-full/],
  ['postgres://db.example/studio?sslmode=no-verify', /verify-full/],
  ['postgres://db.example/studio?sslmode=disable&sslrootcert=/a.pem', /turns encryption off/],
  ['postgres://db.example/studio?sslrootcert=/no/such/secret.pem', /can’t be read \(ENOENT\)/],
])('%s is refused in a sentence', async (address, words) => {
  await expect(readAddress(address)).rejects.toThrow(words);
});

test('a password is seen in an address, also in one that isn’t valid', () => {
  expect(carriesPassword('postgres://studio:secret@db.example/rows')).toBe(true);
  expect(carriesPassword('postgres://studio:sec ret@db example/rows')).toBe(true);
  expect(carriesPassword('postgres://studio@db.example:5432/rows')).toBe(false);
  expect(carriesPassword('postgres://db.example:5432/rows')).toBe(false);
});

test('named parameters get a number each, the same one every time', () => {
  expect(nameStatement('one', 'select @a, @b where @a > 1')).toEqual({
    name: 'one',
    text: 'select $1, $2 where $1 > 1',
    parameters: ['a', 'b'],
  });
});
