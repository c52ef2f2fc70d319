import { expect, test } from 'vitest';
import { scanTree } from './audit.mjs';
import { findSecrets } from './secrets.mjs';

test('the tree holds no secret', () => {
  expect(scanTree()).toEqual([]);
});

// Put together here, so that the scan of this file itself finds nothing.
const key = ['k9Qz', 'X2vB7', 'nLp4', 'Rt8Wd', 'Yc6Hs'].join('');
test.each([
  [`-----BEGIN ${'RSA PRIVATE'} KEY-----`, 'a private key'],
  [`AKIA${'ABCDEFGHIJKLMNOP'}`, 'an AWS key'],
  [`ghp_${key}${key}`, 'a GitHub token'],
  [`//registry.npmjs.org/:${'_authToken'}=npm_x`, 'an npm token'],
  [`sk_${'live'}_${key}`, 'a key of a payment service'],
  [`postgres://shop:${'Ab3Xy9qq'}@db.internal/shop`, 'an address with a password'],
  [`const api${'Key'} = '${key}';`, 'a named secret'],
])('%s is found', (line, what) => {
  expect(findSecrets(`first line\n${line}`)).toEqual([{ line: 2, what }]);
});

test.each([
  "const secret = 'a secret of the tests, which is long enough';",
  "token: 'store_public_settings_of_the_layout'",
  'smtp://user:password@host:587',
  "{ key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }",
  `const apiKey = '${key}'; // secret-allow: printed in the provider's public manual`,
])('%s is none', (line) => {
  expect(findSecrets(line)).toEqual([]);
});
