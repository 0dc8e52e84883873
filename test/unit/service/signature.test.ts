import { expect, test } from 'vitest';
import { signatureOf, whyRefused } from '../../harness/s3/signature.ts';

/** "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)", the example in Amazon's S3 API reference. */
const KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const PUBLISHED = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
const QUERY = [
  'X-Amz-Algorithm=AWS4-HMAC-SHA256',
  'X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request',
  'X-Amz-Date=20130524T000000Z',
  'X-Amz-Expires=86400',
  'X-Amz-SignedHeaders=host',
].join('&');
const request = (signature: string) => ({
  method: 'GET',
  target: `/test.txt?${QUERY}&X-Amz-Signature=${signature}`,
  headers: { host: 'examplebucket.s3.amazonaws.com' },
});
const DAY = Date.UTC(2013, 4, 24);

test("the judge of signatures computes Amazon's published example", () => {
  const signing = {
    credential: 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
    time: '20130524T000000Z',
    signedHeaders: ['host'],
    payload: 'UNSIGNED-PAYLOAD',
  };
  expect(signatureOf(request(''), signing, KEY)).toBe(PUBLISHED);
});

test('it refuses what was changed, and what has expired', () => {
  expect(whyRefused(request(PUBLISHED), KEY, DAY + 86_399_000)).toBeNull();
  expect(whyRefused(request(PUBLISHED), KEY, DAY + 86_400_000)).toBe('Request has expired');
  expect(whyRefused({ ...request(PUBLISHED), method: 'PUT' }, KEY, DAY)).toBe('SignatureDoesNotMatch');
  const other = request(PUBLISHED).target.replace('test.txt', 'other.txt');
  expect(whyRefused({ ...request(PUBLISHED), target: other }, KEY, DAY)).toBe('SignatureDoesNotMatch');
});
