/** Every number of the specification, under the specification's name. */

const KIB = 1024
const MIB = 1024 * KIB

/** Characters (Unicode code points) and counts that a field may have. */
export const FIELD_LIMITS = {
  titleCharacters: 200,
  summaryCharacters: 1000,
  applicabilityCharacters: 1000,
  pathCharacters: 200,
  topicSlugCharacters: 64,
  labelCharacters: 200,
  reasonCharacters: 2000,
  briefCharacters: 8000,
  noteCharacters: 1000,
  urlCharacters: 2000,
  references: 100,
  evidenceTtlDays: 3650,
  minimumEvidence: 100,
  reviewFocuses: 10,
  focusCharacters: 64,
  grants: 1000,
  motivationCharacters: 2000,
  relatedHashes: 20,
  fixedHashes: 10,
  replacementHashes: 100,
  prerequisites: 20,
  /** Room for a fraction of nanoseconds. */
  instantCharacters: 30,
} as const

/** Bytes that a request or a stored body may have. */
export const BYTE_LIMITS = {
  articleBody: 1 * MIB,
  submissionRequest: 8 * MIB,
  request: 1 * MIB,
  recoveryMaterial: 4 * MIB,
  legacyRestore: 24 * MIB,
  requestHeaders: 16 * KIB,
  compressFrom: 1 * KIB,
} as const

export const LIST_LIMITS = { defaultPage: 25, largestPage: 100 } as const

export const LINEAGE_LIMITS = {
  defaultDepth: 2,
  largestDepth: 16,
  defaultNodes: 100,
  largestNodes: 1000,
  edgesScanned: 2000,
} as const

/** What the service spends on comparing two revisions. */
export const DIFF_LIMITS = {
  contextLines: 3,
  /** Lines added or removed, and comparisons of lines; beyond, the lines that differ are one block. */
  edits: 1000,
  comparisons: 20_000_000,
  /** A body with more headings than this is divided at its higher ones only. */
  sections: 1000,
} as const

/** Citations that are checked in one request. */
export const STATUS_LIMITS = { hashes: 100 } as const

/** Of the transparency log. */
export const LOG_LIMITS = {
  /** Hashes of a full tile, as C2SP tlog-tiles has it. */
  tileHashes: 256,
  /** Leaves that one transaction appends: the others wait for some hundredths of a second. */
  stepLeaves: 1024,
} as const

/** Lines of a text that its checks name for each rule and level: whoever reads so many looks at the text itself. */
export const CHECK_LIMITS = { rows: 20 } as const

/** What is told of the newest publications, beside the index that has them all. */
export const FEED_LIMITS = { entries: 50, topics: 1000, mappedEntries: 10_000 } as const

/** Characters of a search. */
export const SEARCH_LIMITS = { queryCharacters: 200, excerptCharacters: 320 } as const

export const KEY_LIMITS = {
  idempotencyKeyCharacters: 200,
  idempotencyRetentionDays: 30,
} as const

export const TOKEN_LIMITS = {
  defaultDays: 90,
  largestDays: 365,
  /** How often a token's last use is written down, in seconds. */
  lastUsedSeconds: 60,
} as const

/** What registered readers may do; each is a `COLOPHON_LIMIT_*` variable, so that an operator can change it. */
export const READER_LIMITS = {
  registrationsPerNetworkHour: 5,
  registrationsPerDay: 100,
  registrationsTotal: 1000,
  signalsPerDay: 20,
  feedbackPerDay: 2,
  commandsPerDay: 100,
} as const

/** A reader's token lasts a year. */
export const READER_TOKEN_DAYS = 365

/** An address stands for its network: the prefix that one subscriber usually has. */
export const NETWORK_PREFIX = { ipv4Bits: 24, ipv6Bits: 48 } as const

export const SIGNAL_LIMITS = {
  commentCharacters: 500,
  /** The windows of a summary, in hours. */
  windowHours: { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 },
  /** How far back the curators' feed goes unless it is asked otherwise. */
  feedDefaultHours: 24,
} as const

export const FEEDBACK_LIMITS = { titleCharacters: 200, commentCharacters: 500 } as const

export const SESSION_LIMITS = { longestHours: 12 } as const

export const POLICY_DEFAULTS = {
  evidenceTtlDays: 180,
  reviewFocuses: ['accuracy', 'usefulness'],
  minimumEvidence: 0,
  publicationModes: ['reviewed', 'direct', 'admin_override'],
} as const

export const CACHE_SECONDS = {
  /** Default of `COLOPHON_PUBLIC_MAX_AGE`. */
  publicMaxAge: 60,
  /** Anonymous API answers, never more than `COLOPHON_PUBLIC_MAX_AGE`. */
  apiMaxAge: 15,
} as const

export const LEASE_LIMITS = { defaultSeconds: 300, largestSeconds: 300 } as const

export const REVIEW_LIMITS = {
  findings: 200,
  summaryCharacters: 4000,
  locatorCharacters: 500,
  commentCharacters: 2000,
} as const

export const EVIDENCE_LIMITS = {
  lineCharacters: 500,
  textCharacters: 4000,
} as const

/** What the service spends on fetching one locator. */
export const URL_TRANSPORT_LIMITS = {
  milliseconds: 10_000,
  redirects: 3,
  bytes: 5 * MIB,
  headerBytes: 16 * KIB,
  /** At a time, in one server process. */
  concurrent: 16,
} as const

/** What the service does by itself: a refresh task is there within 15 seconds of its time. */
export const SCHEDULER_LIMITS = { roundMilliseconds: 5000, batch: 100, outcomesPerRound: 1000 } as const

/** Snapshots, and the pages in which they are read. */
export const RECOVERY_LIMITS = {
  snapshots: 2,
  pageRows: 40,
  pageBytes: 1 * MIB,
  /** One row that is larger than a page comes alone. */
  largestPageBytes: 4 * MIB,
  /** More than there will ever be. */
  manifestTables: 100,
  tableNameCharacters: 64,
  /** Of a job: opaque text that says where its next step begins. */
  cursorCharacters: 1000,
  /** What one step of a job does at most. */
  stepBlobs: 10,
  stepRows: 40,
  stepStatements: 250,
  /** After so long no other check of a whole table is begun in a step. */
  checksMilliseconds: 50,
} as const

/** A snapshot that is one JSON value. */
export const LEGACY_LIMITS = {
  objects: 5000,
  jsonBytes: 16 * MIB,
  tableRows: 20_000,
  tableBytes: 8_000_000,
  /** What its JSON may hold: see `REQUEST_JSON`. */
  members: 1_000_000,
  values: 2_000_000,
} as const

/** What a form of the console may bring along; the limits of its operation hold beside these. */
export const FORM_LIMITS = {
  fields: 2000,
  bytes: 8 * MIB,
  /** Of a form for large bodies, for each byte that its operation takes: so many does one have at most in a form. */
  bytesForOne: 3,
  /** Of a value that is shown again where its form was refused: a page of more takes much memory to write. */
  charactersShownAgain: 4 * MIB,
} as const

/** Seconds that a client is told to wait. */
export const RETRY_AFTER_SECONDS = { idempotencyInProgress: 1, maintenance: 10, overloaded: 2 } as const

/** Shutdown: how long answers in flight may take, in milliseconds. */
export const SHUTDOWN_MILLISECONDS = 25_000

/** What the pages for people spend on an article: beyond it, its text is shown as it stands. */
export const PAGE_LIMITS = {
  /** Over one text, once the process that sets it has started. */
  renderMilliseconds: 4000,
  renderStartMilliseconds: 30_000,
  renderedCharacters: 4 * MIB,
  /** Texts that wait to be set, in one server process. */
  renderWaiting: 32,
  renderMemoryMib: 384,
  renderIdleMilliseconds: 60_000,
  /** How long a text that could not be set is shown as it stands before it is tried again, and how many are known. */
  renderRetryMilliseconds: 600_000,
  renderFailures: 1000,
  /** Of a lineage that is drawn. */
  lineageNodes: 150,
  diffLines: 2000,
} as const
