// A whole OpenID Connect provider on plain http, for tests: node provider.mjs PORT REDIRECT_URI
// [REDIRECT_URI …]. A person who signs in as NAME has the address NAME@example.com, which is verified
// unless the name begins with "unverified". It prints a line when it is ready.

import { generateKeyPairSync } from 'node:crypto';

import { Provider } from 'oidc-provider';

const [port, ...redirectUris] = process.argv.slice(2);
const issuer = `http://localhost:${port}`;

function key(type, options, kid, alg) {
  // KeyObject.export() sometimes never returns in Node.js 20, if garbage is collected during it.
  const publicKeyEncoding = { type: 'spki', format: 'pem' };
  const privateKeyEncoding = { format: 'jwk' };
  const { privateKey } = generateKeyPairSync(type, { ...options, publicKeyEncoding, privateKeyEncoding });
  return { ...privateKey, kid, alg, use: 'sig' };
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const provider = new Provider(issuer, {
  // One client for each algorithm. On plain http the code flow alone is allowed.
  clients: [
    ...algorithms.map((algorithm) => ({
      client_id: `site-${algorithm}`,
      redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: algorithm,
    })),
    // A server's client, whose secret has characters that are escaped on the way.
    {
      client_id: 'server: one',
      client_secret: 'a secret: +/%?',
      redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  jwks: {
    keys: [
      key('rsa', { modulusLength: 2048 }, 'rsa', 'RS256'),
      key('rsa', { modulusLength: 2048 }, 'pss', 'PS256'),
      key('ec', { namedCurve: 'P-256' }, 'curve', 'ES256'),
      key('ed25519', {}, 'edwards', 'EdDSA'),
    ],
  },
  enabledJWA: { idTokenSigningAlgValues: algorithms },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  // Into the ID token, not into the answer of the userinfo endpoint alone.
  conformIdTokenClaims: false,
  clientBasedCORS: () => true,
  cookies: { keys: ['for tests alone'] },
  findAccount: (context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      name: id,
      email: `${id}@example.com`,
      email_verified: !id.startsWith('unverified'),
    }),
  }),
});

provider.listen(Number(port), '127.0.0.1', () => console.log(`ready at ${issuer}`));
