import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'

/** What a token says. Only `jti` is used to decide: everything else is read from the records. */
interface TokenClaims {
  sub: string
  jti: string
  iat: number
  exp: number
  scope: string
  enrollment: string
}

export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  /** The token id of a genuine, unexpired token of this site; null for anything else. */
  verify(token: string, now: string): Promise<string | null>
}

const ALGORITHM = 'EdDSA'
const TYPE = 'at+jwt'

/** The first key signs, every key verifies. */
export async function createSigner(keys: readonly JWK[], baseUrl: string): Promise<TokenSigner> {
  const loaded = await Promise.all(keys.map(loadKey))
  const first = loaded[0]
  if (!first) throw new Error('the signing key set is empty')
  const byKid = new Map(loaded.map((key) => [key.kid, key.verifying]))
  return {
    sign: (claims) =>
      new SignJWT({ scope: claims.scope, enrollment: claims.enrollment })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: first.kid })
        .setIssuer(baseUrl)
        .setAudience(baseUrl)
        .setSubject(claims.sub)
        .setJti(claims.jti)
        .setIssuedAt(claims.iat)
        .setExpirationTime(claims.exp)
        .sign(first.signing),
    verify: async (token, now) => {
      if (!isCanonicalToken(token)) return null
      try {
        const { payload } = await jwtVerify(token, (header) => requireKey(byKid, header.kid), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: baseUrl,
          audience: baseUrl,
          requiredClaims: ['sub', 'jti', 'iat', 'exp'],
          currentDate: new Date(now),
        })
        // The library takes a list of audiences with this site among them: a bearer of ours is for one site.
        return payload.aud === baseUrl ? (payload.jti ?? null) : null
      } catch {
        // Whatever is wrong with a token, the caller learns only that it is not valid.
        return null
      }
    },
  }
}

export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return withKid(await exportJWK(privateKey))
}

async function loadKey(jwk: JWK) {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof jwk.d !== 'string')
    throw new Error('a signing key must be a private Ed25519 JWK')
  const { kid } = await withKid(jwk)
  const { d: _secret, ...open } = jwk
  const signing = await importJWK(jwk, ALGORITHM)
  const verifying = await importJWK({ ...open, key_ops: ['verify'] }, ALGORITHM)
  return { kid: kid ?? '', signing, verifying }
}

async function withKid(jwk: JWK): Promise<JWK> {
  return { ...jwk, kid: jwk.kid ?? (await calculateJwkThumbprint(jwk)) }
}

function requireKey<K>(keys: Map<string, K>, kid: unknown): K {
  const key = typeof kid === 'string' ? keys.get(kid) : undefined
  if (!key) throw new Error('unknown kid')
  return key
}

/**
 * Base64url with padding, white space or stray bits in the last character decodes to the same bytes, so the
 * same token would have many spellings.
 */
function isCanonicalToken(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}
