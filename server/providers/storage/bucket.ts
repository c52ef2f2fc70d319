import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { isStoredName } from '#domain/text/media-name.ts';
import type { Storage } from './storage.ts';

type Bucket = {
  region: string;
  key: string;
  secret: string;
  /**
   * URL of the bucket, by host or by path: `https://media.s3.eu-central-1.amazonaws.com`, `http://minio:9000/media`.
   */
  url: string;
};

const TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;

/**
 * Media in an S3-compatible bucket. A name's content never changes, so the bucket can be copied, cached and shared by
 * any number of processes. Transient failures (5xx, 429, a broken connection) are retried.
 */
export function bucketStorage(bucket: Bucket): Required<Omit<Storage, 'path'>> {
  const addressOf = (name: string): URL => {
    if (!isStoredName(name)) throw new RangeError(`not a media name: ${name}`);
    return new URL(`${bucket.url.replace(/\/+$/, '')}/${name}`);
  };

  const { region, key, secret } = bucket;
  // No retries of its own: they leave out broken connections.
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3', retries: 0 });

  async function ask(
    method: 'GET' | 'HEAD' | 'PUT',
    name: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response | null> {
    const url = addressOf(name);
    // Without this header the library signs the request as UNSIGNED-PAYLOAD.
    const payload = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const request = { method, headers: { ...headers, 'x-amz-content-sha256': payload }, ...(body && { body }) };
    for (let attempt = 1; ; attempt++) {
      const outcome = await client
        .fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
        .catch((error: Error) => error);
      if (outcome instanceof Response) {
        if (outcome.ok) return outcome;
        await outcome.body?.cancel();
        if (outcome.status === 404) return null;
      }
      if (attempt === ATTEMPTS || !isPassing(outcome)) throw refused(method, outcome);
    }
  }

  const has = async (name: string): Promise<boolean> => (await ask('HEAD', name)) !== null;
  return {
    has,
    async put(name, bytes) {
      if (await has(name)) return;
      await ask('PUT', name, { 'content-type': 'application/octet-stream' }, new Uint8Array(bytes));
    },
    async read(name) {
      if (!isStoredName(name)) return null;
      const answer = await ask('GET', name);
      return answer && Buffer.from(await answer.arrayBuffer());
    },
    async size(name) {
      if (!isStoredName(name)) return null;
      const answer = await ask('HEAD', name);
      return answer && Number(answer.headers.get('content-length'));
    },
    part(name, from, to) {
      return Readable.from(
        (async function* () {
          const answer = await ask('GET', name, { range: `bytes=${from}-${to}` });
          if (answer?.body) yield* Readable.fromWeb(answer.body as ReadableStream);
        })(),
      );
    },
  };
}

const isPassing = (outcome: Response | Error): boolean =>
  outcome instanceof Error || outcome.status >= 500 || outcome.status === 429;

function refused(method: string, outcome: Response | Error): Error {
  const reason = outcome instanceof Error ? outcome.message : `it answered ${outcome.status}`;
  return new Error(`the media bucket could not be used (${method}): ${reason}`);
}
