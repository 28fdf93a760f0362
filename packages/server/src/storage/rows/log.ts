/** A leaf of the transparency log. */
export interface LogEntryRow {
  /** 0, 1, 2 ... without gaps. */
  position: number
  /** The hash of the record, which is the entry. */
  record: string
  /** The act of the public stream that made it a leaf. */
  public_seq: number
  /** The act itself, by its number in the topic. */
  seq: number
}

/** The hash of a tile that is full. */
export interface LogTileRow {
  /** Of the hash: that of the tile is one less. */
  level: number
  /** Of the hash in its level: the index of the tile. */
  position: number
  hash: string
}
