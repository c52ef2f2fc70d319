import { join } from 'node:path';
import type { Environment } from '../../platform/environment.ts';
import { bucketStorage } from './bucket.ts';
import { localStorage } from './local.ts';
import type { Storage } from './storage.ts';

/** Storage of media: the configured bucket, else the data folder. */
export function storageOf(env: Environment, dataDir: string): Storage {
  const { MEDIA_BUCKET: url, MEDIA_BUCKET_REGION: region, MEDIA_BUCKET_KEY: key, MEDIA_BUCKET_SECRET: secret } = env;
  return url && key && secret ? bucketStorage({ url, region, key, secret }) : localStorage(join(dataDir, 'media'));
}
