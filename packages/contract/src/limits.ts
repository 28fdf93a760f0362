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
  /** Space for a fraction of nanoseconds. */
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

/** Items on a page of a list, and the characters of a place in one that the console leads back to. */
export const LIST_LIMITS = { defaultPage: 25, largestPage: 100, placeCharacters: 2000 } as const

/** Of notices: revisions followed, reports read for them; what a cursor names as given, and how long it waits for late acts. */
export const NOTICE_LIMITS = { revisions: 1000, reports: 20_000, given: 100, lateSeconds: 60 } as const

/** Of a topic's health: the rows that are looked through, the heads that are counted, and those that are named. */
export const HEALTH_LIMITS = { scanned: 5000, counted: 1000, shown: 50 } as const

/** How far one request follows a lineage. */
export const LINEAGE_LIMITS = {
  defaultDepth: 2,
  largestDepth: 16,
  defaultNodes: 100,
  largestNodes: 1000,
  edgesScanned: 2000,
} as const

/** What search reads of a text as Markdown. */
export const MARKDOWN_LIMITS = {
  /** Marks, words between them and ends of lines, all together, and its lines: a text with more is found, and divided, as it is written. */
  searchedTokens: 100_000,
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

/** Rows of evidence that a signed statement tells of: the newest. */
export const ATTESTATION_LIMITS = { evidence: 100 } as const

/** Of a quotation that is looked for in a revision. */
export const QUOTE_LIMITS = { textCharacters: 2000 } as const

/** Of the transparency log. */
export const LOG_LIMITS = {
  /** Leaves that one transaction appends: the others wait for some hundredths of a second. */
  stepLeaves: 256,
} as const

/** Agent skills. */
export const SKILL_LIMITS = {
  /** Of the skills format: characters of a name and of a description. */
  nameCharacters: 64,
  descriptionCharacters: 1024,
  /** Digests of files that a server remembers: 200 bytes each. */
  rememberedDigests: 10_000,
  /** Skills in the index at `/.well-known/agent-skills/index.json`, which has no pages. */
  discovered: 1000,
} as const

/** Lines of a text that its checks name for each rule and level: whoever reads so many looks at the text itself. */
export const CHECK_LIMITS = { rows: 20 } as const

/** What documents beside the API tell of publications: on a page of a feed, in `llms.txt`, and for crawlers. */
export const FEED_LIMITS = {
  entries: 50,
  topics: 1000,
  /** The sitemap is one document up to so many pages of topics and entries, and an index of files beyond. */
  mappedInOne: 10_000,
  /** Entries in a file of the sitemap; the protocol allows ten times as many, which nobody makes in a moment. */
  mappedInFile: 5000,
  mappedTopics: 49_999,
} as const

/** Characters of a search. */
export const SEARCH_LIMITS = { queryCharacters: 200, excerptCharacters: 320 } as const

/** Sections of a revision in one answer; a revision with more has more pages. */
export const SECTION_LIMITS = { onPage: 1000 } as const

/** Of passages. Tokens are estimates. */
export const PASSAGE_LIMITS = {
  questionCharacters: 1000,
  smallestBudget: 200,
  defaultBudget: 2000,
  largestBudget: 20_000,
  /** Of one entry on a page. */
  ofOneEntry: 3,
  /** Of one passage: whatever is longer is cut. */
  bytes: 4 * KIB,
  /** The entries that answer best: their passages are on all pages together. */
  entries: 20,
} as const

/** Of tools and resources over MCP: what fits into a model's context, and how long lists and objects are kept. */
export const MCP_LIMITS = {
  searchItems: 5,
  excerptCharacters: 240,
  indexItems: 20,
  reports: 10,
  tasks: 20,
  proposals: 5,
  resources: 50,
  skills: 50,
  outlineSections: 60,
  /** Of a comparison, in whole lines: no model reads the 4 MB that two texts of 1 MiB may take. */
  diffCharacters: 200_000,
  listSeconds: 3600,
  objectSeconds: 31_536_000,
  /** Messages in one request, of clients of 2025-03-26. */
  batch: 10,
} as const

/** Of idempotency keys. */
export const KEY_LIMITS = {
  idempotencyKeyCharacters: 200,
  idempotencyRetentionDays: 30,
} as const

/** How long a token is valid. */
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

/** Of signals and their summaries. */
export const SIGNAL_LIMITS = {
  commentCharacters: 500,
  /** The windows of a summary, in hours. */
  windowHours: { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 },
  /** How far back the curators' feed goes unless it is asked otherwise. */
  feedDefaultHours: 24,
} as const

/** Of feedback on a revision. */
export const FEEDBACK_LIMITS = { titleCharacters: 200, commentCharacters: 500 } as const

/** How long a browser session lasts. */
export const SESSION_LIMITS = { longestHours: 12 } as const

/** What a new topic asks for unless its policy says otherwise. */
export const POLICY_DEFAULTS = {
  evidenceTtlDays: 180,
  reviewFocuses: ['accuracy', 'usefulness'],
  minimumEvidence: 0,
  publicationModes: ['reviewed', 'direct', 'admin_override'],
} as const

/** What connections may hold of a server process. */
export const CONNECTION_LIMITS = {
  /** Open at once, where the limit of descriptors allows as many: the one that was idle longest makes room. */
  most: 4000,
  fewest: 32,
  /** For the database, files and threads. */
  otherDescriptors: 128,
  usualDescriptors: 1024,
  /** Requests that wait behind one response: over so many in all, a connection with more than its own number is closed. */
  waitingInAll: 2048,
  waiting: 4,
  /** A response of which nothing is read: 15 seconds at most until its connection is closed. */
  unreadMilliseconds: 13_000,
  unreadLookMilliseconds: 1000,
} as const

/** How long a connection to PostgreSQL may be silent: a request has its answer within 15 seconds whatever the network does. */
export const POSTGRES_LIMITS = {
  /** Of a statement on the server, and of an answer to the client, which then drops the connection. */
  statementMilliseconds: 6000,
  answerMilliseconds: 7000,
  /** A transaction that waits for its client holds the lock of all writers: shorter than they wait for it. */
  idleTransactionMilliseconds: 4000,
  /** For a free or a new connection. */
  connectMilliseconds: 5000,
  /** For a new connection to one host of several. */
  hostMilliseconds: 2000,
  /** A connection that was not used for so long is asked whether it answers. */
  freshMilliseconds: 1000,
  aliveMilliseconds: 1000,
  keepAliveMilliseconds: 5000,
  /** For the question what is committed, before an answer that was kept is used again: then it is made anew. */
  momentMilliseconds: 1000,
  /** For a replica to say how far it is, before a request reads from the primary. */
  replicaMilliseconds: 20,
  /** Of a statement on a replica, after which the primary is asked. */
  replicaStatementMilliseconds: 3000,
  /** How long a replica is behind before the log tells. */
  behindMilliseconds: 5000,
} as const

/** Between two attempts to write, while the database refuses writes and somebody asks whether the site is ready. */
export const WRITE_TRIAL_MILLISECONDS = 1000

/** How long caches may keep public answers. */
export const CACHE_SECONDS = {
  /** Default of `COLOPHON_PUBLIC_MAX_AGE`. */
  publicMaxAge: 60,
  /** Anonymous API answers, never more than `COLOPHON_PUBLIC_MAX_AGE`. */
  apiMaxAge: 15,
  /** How long a browser keeps what it was told of CORS. */
  preflight: 7200,
} as const

/** How long a task is held. */
export const LEASE_LIMITS = { defaultSeconds: 300, largestSeconds: 300 } as const

/** Of the texts of a review. */
export const REVIEW_LIMITS = {
  findings: 200,
  summaryCharacters: 4000,
  locatorCharacters: 500,
  commentCharacters: 2000,
} as const

/** Of the texts of a row of evidence. */
export const EVIDENCE_LIMITS = { lineCharacters: 500, textCharacters: 4000 } as const

/** What the service spends on fetching one locator. */
export const URL_TRANSPORT_LIMITS = {
  milliseconds: 10_000,
  redirects: 3,
  bytes: 5 * MIB,
  headerBytes: 16 * KIB,
  /** At a time, in one server process. */
  concurrent: 16,
} as const

/** Of clients that ask for a token in a browser. */
export const AUTHORIZATION_LIMITS = {
  /** How long a page of consent waits, and then how long its code is worth something. */
  seconds: 60,
  /** After that they are still recognised when they come again. */
  rememberedSeconds: 3600,
  /** For how long a bearer can be given; never longer than the one that gives it. */
  days: [1, 7, 30, 90],
  defaultDays: 30,
  documentBytes: 64 * KIB,
  documentMilliseconds: 5000,
  /** Fetched at a time, in one server process. */
  concurrent: 8,
  redirectUris: 20,
  nameCharacters: 80,
  parameterCharacters: 2000,
  /** RFC 7636. */
  verifierCharacters: [43, 128],
} as const

/** What the service does by itself: a refresh task is there within 15 seconds of its time. */
export const SCHEDULER_LIMITS = {
  roundMilliseconds: 5000,
  sweepRounds: 720,
  batch: 100,
  /** Stored outcomes that one transaction forgets, and how long a round goes on with it. */
  outcomesAtOnce: 500,
  outcomesMilliseconds: 5000,
} as const

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
  /** Without a session. */
  anonymousBytes: 64 * KIB,
  /** Of a form whose session has ended: the sign-in page carries it, with longer names. */
  keptBytes: 56 * KIB,
  /** Of a form for large bodies, for each byte that its operation takes: so many does one have at most in a form. */
  bytesForOne: 3,
  /** Of a value that is shown again where its form was refused: a page of more takes much memory to write. */
  charactersShownAgain: 4 * MIB,
  /** Things that are decided on together: a page of a list in the console has no more. */
  decidedTogether: 50,
} as const

/** Seconds that a client is told to wait. */
export const RETRY_AFTER_SECONDS = { idempotencyInProgress: 1, maintenance: 10, overloaded: 2 } as const

/** Shutdown: how long answers in flight may take, in milliseconds. */
export const SHUTDOWN_MILLISECONDS = 25_000

/** What the pages for people spend on an article: beyond it, its text is shown as it stands. */
export const PAGE_LIMITS = {
  /** Of processor time over one text, once the process that sets it has started. */
  renderMilliseconds: 4000,
  /** However little of the processor it got meanwhile. */
  renderPatienceMilliseconds: 60_000,
  renderStartMilliseconds: 30_000,
  renderedCharacters: 4 * MIB,
  /** Up to here a text is compared and checked where it is asked for, without a process. */
  shortTextCharacters: 8192,
  /** Texts that wait to be set, in one server process. */
  renderWaiting: 32,
  renderMemoryMib: 384,
  renderIdleMilliseconds: 60_000,
  /** Whose code is coloured in one text: each language takes time and memory of its own. */
  languagesInText: 12,
  /** With those that are embedded in others, in one process that sets texts. */
  languagesKept: 30,
  /** For how long a text that could not be set is not tried again, doubled each time up to the longest, and how many are known. */
  renderRetryMilliseconds: 15_000,
  longestRetryMilliseconds: 600_000,
  renderFailures: 1000,
  /** Sections of a text that its page lists. */
  listedSections: 2000,
  /** Of a lineage that is drawn. */
  lineageNodes: 150,
  diffLines: 2000,
  /** Characters of a comparison that a page shows, in whole lines. */
  diffCharacters: 100_000,
} as const
