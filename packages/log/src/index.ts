export { bytesToHex, hexToBytes, isSame } from './bytes.ts'
export { canonicalJson } from './canonical-json.ts'
export { type Checkpoint, checkpointText, openCheckpoint, signedBy } from './checkpoint.ts'
export {
  cosignatureLine,
  cosignedAt,
  cosignedMessage,
  requireWitnessKey,
  witnessKeyOf,
} from './cosignatures.ts'
export { type Envelope, openEnvelope, parseEnvelope, STATEMENT_TYPE, sealEnvelope } from './envelopes.ts'
export { type NoteKey, parseKeys, requireKey } from './keys.ts'
export { consistencyProof, headOf, inclusionProof, type TileTree } from './make-proofs.ts'
export { leafHash, rootOf, rootOfEdge } from './merkle.ts'
export { createNoteSigner, type NoteSigner, type SigningKey } from './note-signer.ts'
export { type Note, parseNote } from './notes.ts'
export { type LogPolicy, type PolicyWitness, parsePolicy, parseWitnesses, witnessedBy } from './policy.ts'
export { LogInconsistent, LogRefused, provesConsistency, provesInclusion, type TreeHead } from './proofs.ts'
export { parseBundle, parseTile, tileBytes } from './tile-bytes.ts'
export {
  edgeTile,
  nodesAt,
  TILE_WIDTH,
  type Tile,
  type TileLevel,
  tileAt,
  tileName,
  tileOf,
  tilePlace,
  tilesOf,
  wholeTiles,
} from './tiles.ts'
export { type FilledTile, type Growing, growTree } from './tree-builder.ts'
export { formatRequest, judgeRequest, parseRequest } from './witness.ts'
