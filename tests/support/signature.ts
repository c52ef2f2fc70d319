import { createHash, createHmac } from 'node:crypto';

type Keys = { region: string; key: string; secret: string };

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * Headers that sign a request to S3: AWS Signature Version 4 in the header `authorization` (Amazon S3 API Reference,
 * “Signature Calculations for the Authorization Header”). The tests' bucket checks the library's signatures with it.
 */
export function signed(
  { region, key, secret }: Keys,
  request: { method: string; url: URL; headers?: Record<string, string>; body?: Uint8Array },
  now: Date,
): Record<string, string> {
  const { method, url, body } = request;
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const payload = sha256(body ?? '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': moment,
  };
  const names = Object.keys(headers).sort();
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  const canonical = [method, url.pathname, query, lines, names.join(';'), payload].join('\n');
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`;
  const derived = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  const signature = hmac(derived as Buffer, ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n'));
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names.join(';')},Signature=${signature.toString('hex')}`,
  };
}
