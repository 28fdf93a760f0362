/** Where an S3 blob store is and how to sign for it. */
interface S3Address {
  /** The bucket's own URL, path style: every S3-compatible server understands it. */
  readonly bucketUrl: string
  readonly region: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const form = 's3://bucket/prefix?endpoint=...&region=...'

/** Reads `s3://bucket/prefix?endpoint=...&region=...` and the AWS variables; what is wrong is one clear line. */
export function readS3Address(setting: string, environment: NodeJS.ProcessEnv): S3Address {
  const url = URL.parse(setting)
  // The setting itself is never shown: an operator may have put a password into it.
  if (url?.protocol !== 's3:') throw new Error(`COLOPHON_BLOBS must be written ${form}`)
  if (url.username !== '' || url.password !== '') {
    throw new Error(
      'COLOPHON_BLOBS must hold no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  }
  requireKnownParts(url)
  const region = readRegion(url.searchParams, environment)
  return {
    bucketUrl: `${readEndpoint(url.searchParams, region)}/${readBucket(url)}`,
    region,
    prefix: readPrefix(url),
    ...readCredentials(environment),
  }
}

function requireKnownParts({ searchParams: parameters, hash }: URL): void {
  if (hash !== '') throw new Error(`COLOPHON_BLOBS has a # in it; ${form}`)
  for (const name of parameters.keys()) {
    if (name !== 'endpoint' && name !== 'region')
      throw new Error(`COLOPHON_BLOBS has an unknown parameter; ${form}`)
    if (parameters.getAll(name).length > 1) throw new Error(`COLOPHON_BLOBS gives ${name} twice`)
  }
}

function readRegion(parameters: URLSearchParams, environment: NodeJS.ProcessEnv): string {
  const region =
    parameters.get('region') || environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'
  if (!/^[a-z0-9-]+$/.test(region)) throw new Error('the region of COLOPHON_BLOBS is not a region name')
  return region
}

function readEndpoint(parameters: URLSearchParams, region: string): string {
  const endpoint = URL.parse(parameters.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  const isPlain =
    endpoint?.username === '' && endpoint.password === '' && endpoint.search === '' && endpoint.hash === ''
  if (!endpoint || !isPlain || !/^https?:$/.test(endpoint.protocol)) {
    throw new Error(
      'the endpoint of COLOPHON_BLOBS must be an http or https URL without credentials or query',
    )
  }
  return endpoint.href.replace(/\/+$/, '')
}

function readBucket(url: URL): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(url.host))
    throw new Error(`COLOPHON_BLOBS has no bucket name; ${form}`)
  return url.host
}

/** Only letters that need no escaping, so that a key and its signature cannot come apart. */
function readPrefix(url: URL): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (!segments.every((segment) => /^[A-Za-z0-9_=-][A-Za-z0-9._=-]*$/.test(segment))) {
    throw new Error('the prefix of COLOPHON_BLOBS may hold letters, digits and . _ = - only')
  }
  return segments.map((segment) => `${segment}/`).join('')
}

function readCredentials(environment: NodeJS.ProcessEnv) {
  const accessKeyId = environment.AWS_ACCESS_KEY_ID ?? ''
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY ?? ''
  // Without credentials s3mini sends unsigned requests; a control character would end up in an error text.
  if (!/^[\x21-\x7e]+$/.test(accessKeyId) || !/^[\x21-\x7e]+$/.test(secretAccessKey)) {
    throw new Error('an S3 blob store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  if (environment.AWS_SESSION_TOKEN) {
    throw new Error(
      'AWS_SESSION_TOKEN is set, but temporary credentials would expire under a running server: use an access key of its own',
    )
  }
  return { accessKeyId, secretAccessKey }
}
