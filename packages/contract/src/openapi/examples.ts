import type { BodyOf, Operation, ParamsOf, QueryOf, Resource } from '../operation.ts'
import type { OperationId, Operations } from '../operations.ts'

const REVISION = 'd4f8e0a1b9c25e7736fa8802c41d95b3e6a7f0128d3c4b5a697887f6e5d4c3b2'
const LATER_REVISION = '1b2e3d4c5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a'
const PROPOSAL = '7c6b5a4938271605f4e3d2c1b0a99887766554433221100ffeeddccbbaa99887'
const CANDIDATE = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'
const DECISION = '5a4b3c2d1e0f9e8d7c6b5a4b3c2d1e0f9e8d7c6b5a4b3c2d1e0f9e8d7c6b5a4b'
const TASK = '6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const ACT = '2c5ea4c0-4067-4fe1-9d3b-8a1f0c6b7d2e'

/** What the path of an example names. */
export const EXAMPLE_NAMES: Readonly<Record<Resource, string>> = {
  topic: 'tools',
  entry: '0b9a8c7d-6e5f-4d3c-ab2a-190817263544',
  object: REVISION,
  base: REVISION,
  compared: LATER_REVISION,
  revision: REVISION,
  proposal: PROPOSAL,
  candidate: CANDIDATE,
  suggestion: '9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a',
  decided_suggestion: '9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a',
  task: TASK,
  token: '3a4b5c6d-7e8f-4091-a2b3-c4d5e6f70819',
  report: '4b5c6d7e-8f90-41a2-b3c4-d5e6f708192a',
  evidence: '5c6d7e8f-90a1-42b3-84d5-e6f708192a3b',
  snapshot: '6d7e8f90-a1b2-43c4-95e6-f708192a3b4c',
  recovered_table: 'topics',
  catalogued: REVISION,
  brought: 'ede30195440db08b858f5afc434e15300604ed7e5399c42ebe684923c68a6ba0',
  recovery_job: '7e8f90a1-b2c3-44d5-a6f7-08192a3b4c5d',
  log_level: '0',
  log_tile: '000.p/8',
}

/** An `If-None-Match`, and an `Idempotency-Key`. */
export const EXAMPLE_HEADERS: Readonly<Record<string, string>> = {
  'If-None-Match': `"${REVISION}"`,
  'Idempotency-Key': ACT,
}

/** What goes with a request beside the names in its path. */
interface Example<O extends Operation> {
  /** Where the path names something else than elsewhere. */
  readonly params?: ParamsOf<O>
  readonly query?: QueryOf<O>
  readonly body?: O extends { rawBody: string } ? unknown : BodyOf<O>
}

const NEWEST = { limit: 20 }
const IN_TOPIC = { topic: 'tools', ...NEWEST }

/** A request of each operation. */
export const EXAMPLES: { readonly [Id in OperationId]: Example<Operations[Id]> } = {
  listTopics: { query: NEWEST },
  getTopic: {},
  getPolicy: {},
  listIndex: { query: IN_TOPIC },
  search: { query: { q: 'sharpen a saw', topic: 'tools' } },
  findPassages: { query: { q: 'How is a saw sharpened?', budget: 800 } },
  getEntry: {},
  resolvePath: { query: { path: '/tools/saw' } },
  listContents: { query: { under: '/tools/saws', ...NEWEST } },
  listRevisions: { query: NEWEST },
  listChanges: { query: { after: 0 } },
  readObject: {},
  getObject: {},
  listSections: {},
  findQuote: { query: { text: 'The blade of a saw' } },
  getStatus: { query: { sha256: [REVISION] } },
  diffRevisions: {},
  listSkills: { query: { topic: 'tools' } },
  getSkill: { query: { path: '/tools/sharpen-a-saw' } },
  readSkill: { query: { path: '/tools/sharpen-a-saw' } },
  getLogCheckpoint: {},
  getLogKeys: {},
  readLogTile: {},
  getLogEntries: {},
  getAttestation: {},
  createTopic: { body: { id: 'tools', title: 'Tools', summary: 'Hand tools, and how to keep them sharp.' } },
  setPolicy: {
    body: {
      expected_policy_hash: DECISION,
      review_focuses: ['accuracy'],
      minimum_evidence: 1,
      publication_modes: ['reviewed', 'direct'],
    },
  },
  changeVisibility: {
    body: {
      expected_visibility: 'invited',
      visibility: 'public',
      reason: 'The first articles are reviewed.',
    },
  },
  getTopicHealth: {},
  listVisibilityChanges: { query: NEWEST },
  createSuggestion: {
    body: {
      topic_id: 'tools',
      kind: 'correction',
      question: 'Is the angle of a rip saw right?',
      motivation: 'The article says 60 degrees, the maker of the saw 90.',
      related_hashes: [REVISION],
    },
  },
  listSuggestions: { query: { topic: 'tools', triage_state: 'untriaged' } },
  getSuggestion: {},
  triageSuggestion: {
    body: {
      expected_triage_state: 'untriaged',
      state: 'accepted',
      reason: 'Two sources differ.',
      task: { title: 'Measure the angle', brief: 'Compare the article with what three makers say.' },
    },
  },
  listResolutions: { query: NEWEST },
  resolveSuggestion: {
    body: { state: 'resolved', reason: 'The new revision has the angle.', fixed_hashes: [LATER_REVISION] },
  },
  listRetirements: { query: NEWEST },
  retireRevision: {
    body: { state: 'retired', reason: 'The angle is wrong.', replacement_hashes: [LATER_REVISION] },
  },
  getLineage: { query: { direction: 'ancestors', depth: 2 } },
  createSubmission: {
    body: {
      kind: 'article',
      path: '/tools/saw',
      title: 'Saws',
      summary: 'How a saw is sharpened.',
      body: '# Saws\n\nFile every tooth at the same angle.\n',
      references: [{ kind: 'url', url: 'https://example.org/saws', title: 'On saws' }],
    },
  },
  listSubmissions: { query: { topic: 'tools', state: 'submitted' } },
  getSubmission: {},
  withdrawSubmission: { body: {} },
  declineSubmission: { body: { reason: 'Another article says the same.' } },
  finalizeSubmission: { body: {} },
  listCandidates: { query: { topic: 'tools', state: 'reviewed' } },
  getCandidate: {},
  publishCandidate: { body: { mode: 'direct', expected_head_hash: null, reason: 'A first article.' } },
  openTask: {
    body: {
      topic_id: 'tools',
      title: 'Find out how files wear',
      brief: 'Which file lasts for how many saws? Name sources.',
    },
  },
  listTasks: { query: { topic: 'tools', claimable: true } },
  getTask: {},
  defineTask: {
    body: {
      expected_definition_hash: DECISION,
      title: 'Find out how files wear',
      brief: 'For files of three makers: how many saws does each last for?',
    },
  },
  cancelTask: { body: { reason: 'Nobody asks for it any more.' } },
  claimTask: { body: {} },
  renewLease: { body: { generation: 1 } },
  releaseTask: { body: { generation: 1 } },
  completeTask: { body: { generation: 1, artifact_hash: PROPOSAL } },
  createIdentity: { body: {} },
  getSignals: {},
  reportSignal: { body: { value: 'up', comment: 'The saw cuts again.' } },
  getSignalReport: {},
  correctSignal: { body: { expected_event_id: ACT, value: 'down', comment: 'It was blunt after a day.' } },
  listSignals: { query: IN_TOPIC },
  listFeedback: { query: NEWEST },
  listNotices: { query: NEWEST },
  sendFeedback: {
    body: {
      target_hash: REVISION,
      title: 'The second step is missing',
      comment: 'After filing, the teeth have to be set. The article does not say how.',
    },
  },
  createReviewPlan: { body: {} },
  createReview: {
    body: {
      task_id: TASK,
      generation: 1,
      verdict: 'request_changes',
      summary: 'Right but for the angle.',
      findings: [{ severity: 'major', locator: 'Saws', comment: 'Say for which saw the angle is.' }],
    },
  },
  listReviews: { query: NEWEST },
  getCoverage: {},
  createEvidence: {
    body: {
      method: 'manual-source-v1',
      subject: 'The angle of a tooth',
      selector: 'File every tooth at the same angle.',
      source_locator: 'https://example.org/saws',
      observed_result: 'The page says the same.',
      tool: { name: 'curl', version: '8.5.0' },
      source_lineage: 'The maker of the saw.',
      limitations: 'One maker alone.',
      checked_at: '2026-01-31T09:30:00Z',
      expires_at: '2026-07-30T09:30:00Z',
    },
  },
  listEvidence: { query: NEWEST },
  challengeEvidence: { body: { selector: 'observed_result', reason: 'The page says it of other saws.' } },
  getMe: {},
  revokeMe: { body: {} },
  createSession: { body: {} },
  getSession: {},
  endSession: { body: {} },
  listTokens: { query: { status: 'active' } },
  issueToken: {
    body: { label: 'Reviewer of tools', preset: 'reviewer', review_grants: ['tools'], expires_in_days: 30 },
  },
  revokeToken: { body: { reason: 'Its holder has left.' } },
  listAudit: { query: NEWEST },
  getCapacity: {},
  listSnapshots: { query: NEWEST },
  createSnapshot: { body: {} },
  getSnapshot: {},
  readSnapshotTable: { query: { offset: 0 } },
  readSnapshotBlob: {},
  releaseSnapshot: { body: {} },
  // In the order of the bytes that the hash is of.
  stagePage: { body: { kind: 'rows', rows: [], table: 'topics' } },
  stageBlob: {
    params: { sha256: '52149ff29c2f2c9fe9fa8a2b648b2f977bd53e2c898a96961ff7e73b98842002' },
    body: 'A saw cuts.\n',
  },
  getRecovery: {},
  startRecovery: { body: { kind: 'rebuild' } },
  continueRecovery: { body: { expected_phase: 'verify_blobs', expected_cursor: null, expected_offset: 0 } },
}
