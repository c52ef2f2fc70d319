import { expect, test } from 'vitest';
import { signed } from '../../../tests/support/signature.ts';

/** The examples of Amazon’s description of Signature Version 4 for S3. */
const keys = { region: 'us-east-1', key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const now = new Date('2013-05-24T00:00:00Z');
const bucket = 'https://examplebucket.s3.amazonaws.com';

test.each([
  [
    'GET of a part',
    { method: 'GET', url: new URL(`${bucket}/test.txt`), headers: { range: 'bytes=0-9' } },
    'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    {
      method: 'PUT',
      url: new URL(`${bucket}/test%24file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET with a query',
    { method: 'GET', url: new URL(`${bucket}/?max-keys=2&prefix=J`) },
    'SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s is signed as Amazon signs it', (_, request, expected) => {
  const { authorization } = signed(keys, request, now);
  expect(authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,${expected}`,
  );
});
