import { ANYONE, NOBODY, operation } from '../operation.ts'
import { Type } from '../schema.ts'
import { Attestation, LogEntries } from '../schemas/changes.ts'

/** The transparency log, in the form of C2SP tlog-tiles. */
export const log = {
  getLogCheckpoint: operation({
    id: 'getLogCheckpoint',
    method: 'GET',
    path: '/log/checkpoint',
    tag: 'reading',
    summary: 'Read the signed head of the transparency log',
    description:
      'A C2SP tlog-checkpoint: origin, size, root and a signature (Ed25519) of each key of the site. Every publication and retirement of a public topic is a leaf; those from before the topic was opened follow when it is.',
    access: NOBODY,
    status: 200,
    answer: Type.String(),
    media: 'text/plain; charset=utf-8',
  }),
  getLogKeys: operation({
    id: 'getLogKeys',
    method: 'GET',
    path: '/log/keys',
    tag: 'reading',
    summary: 'Read the keys that the checkpoints are signed with',
    description:
      'A line for each, the newest first, as `name+id+key` of signed notes. Keep a key to notice when the log is signed with another one.',
    access: NOBODY,
    status: 200,
    answer: Type.String(),
    media: 'text/plain; charset=utf-8',
  }),
  readLogTile: operation({
    id: 'readLogTile',
    method: 'GET',
    path: '/log/tile/{level}/{tile}',
    hasTail: true,
    tag: 'reading',
    summary: 'Read a tile of the transparency log, or a bundle of its entries',
    description:
      'C2SP tlog-tiles: up to 256 hashes of a level, or entries with their lengths. An entry is the SHA-256 of the record of a publication or a retirement, 32 bytes.',
    access: NOBODY,
    params: { level: 'log_level', tile: 'log_tile' },
    status: 200,
    answer: Type.String(),
    bytes: true,
    media: 'application/octet-stream',
  }),
  getLogEntries: operation({
    id: 'getLogEntries',
    method: 'GET',
    path: '/api/v1/objects/{sha256}/log',
    tag: 'reading',
    summary: 'Find the leaves of the transparency log that are about an object',
    description:
      'Of a revision its publications and retirements; of the record of one of them its own leaf. Empty for what was never public.',
    access: ANYONE,
    params: { sha256: 'object' },
    status: 200,
    answer: LogEntries,
  }),
  getAttestation: operation({
    id: 'getAttestation',
    method: 'GET',
    path: '/api/v1/objects/{sha256}/attestation',
    tag: 'reading',
    summary: 'Read a signed statement about the publication of a revision',
    description:
      'A DSSE envelope that the keys of the log sign, with an in-toto statement: the revision, its newest publication, the reviews and the evidence it has. It names no reviewer, and changes when they do. `colophon verify --attestation` proves it without a network. 404 for what was never published.',
    access: ANYONE,
    params: { sha256: 'base' },
    status: 200,
    answer: Attestation,
  }),
} as const
