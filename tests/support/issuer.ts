import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type Issuer = {
  url: string;
  /** Who signs in at the issuer's own page, which says yes to everything. */
  person: JWTPayload;
  /** A token as the issuer gives it, or with other claims, or signed by a key that isn't its own. */
  token: (claims: JWTPayload, options?: { forged?: boolean }) => Promise<string>;
  /** How often its keys were fetched. */
  keysAsked: () => number;
  /** A new key signs from now on. */
  turnKey: () => Promise<void>;
  stop: () => Promise<void>;
};

/** An issuer of ID tokens on this machine: what Google and Facebook are to the shop (OpenID Connect, implicit flow). */
export async function startIssuer(): Promise<Issuer> {
  let key = await generateKeyPair('RS256', { extractable: true });
  const strangers = await generateKeyPair('RS256', { extractable: true });
  let kid = 'key-1';
  let asked = 0;
  const person: JWTPayload = { sub: 'person-1', email: 'noa@example.com', email_verified: true, name: 'נועה לוי' };

  const server = http.createServer((request, reply) => {
    (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://issuer');
      if (pathname === '/authorize') {
        const [client, to, nonce, state] = ['client_id', 'redirect_uri', 'nonce', 'state'].map((name) =>
          searchParams.get(name),
        );
        const id_token = await token({ ...person, aud: client ?? '', nonce });
        const fragment = new URLSearchParams({ id_token, state: state ?? '' });
        return reply.writeHead(302, { location: `${to}#${fragment}` }).end();
      }
      if (pathname === '/keys') {
        asked += 1;
        return json(reply, { keys: [{ ...(await exportJWK(key.publicKey)), kid, alg: 'RS256', use: 'sig' }] });
      }
      json(reply, { issuer: url, authorization_endpoint: `${url}/authorize`, jwks_uri: `${url}/keys` });
    })().catch(() => reply.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function token(claims: JWTPayload, { forged = false } = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const { privateKey } = forged ? strangers : key;
    return new SignJWT({ iss: url, iat: now, exp: now + 3_600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(privateKey);
  }

  return {
    url,
    person,
    token,
    keysAsked: () => asked,
    async turnKey() {
      key = await generateKeyPair('RS256', { extractable: true });
      kid = `${kid}+`;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const json = (reply: http.ServerResponse, body: unknown): void => {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
