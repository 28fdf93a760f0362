import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BYTE_LIMITS, isHash } from '@colophon/contract'
import { inFlight, type Progress } from '../../in-flight.ts'
import { orNull, sha256OfBytes } from '../whole-files.ts'
import type { Report } from './faults.ts'
import type { BackupFolder } from './folder.ts'

export const BLOBS_AT_ONCE = 8

/** What is wrong with a blob of this size, in words; null where it is whole. */
export type CheckBlob = (sha256: string, size: number) => Promise<string | null>

/** For one backup: reads each blob that it lists. */
export function checkEach(folder: BackupFolder): CheckBlob {
  return async (sha256, size) => {
    const bytes = await folder.read(folder.placeOf('blobs', sha256))
    if (bytes === null) return 'is missing'
    return faultOfBytes(sha256, bytes) ?? faultOfSize(bytes.length, size)
  }
}

/** For several, which share most of theirs: reads each file of the folder once, also those that none lists. */
export async function checkAll(
  folder: BackupFolder,
  { progress, report }: { progress: Progress; report: Report },
): Promise<CheckBlob> {
  const damaged = new Map<string, string>()
  const shards = await namesIn(join(folder.path, 'blobs'))
  progress.begin('folders of objects', shards.length)
  for (const shard of shards) {
    const names = await namesIn(join(folder.path, 'blobs', shard))
    await inFlight(names.filter(isHash), BLOBS_AT_ONCE, async (sha256) => {
      const file = folder.placeOf('blobs', sha256)
      const fault = faultOfBytes(sha256, (await folder.read(file)) ?? new Uint8Array())
      if (fault === null) return
      damaged.set(sha256, fault)
      report({ file, sha256, fault })
    })
    progress.advance(1)
  }
  return async (sha256, size) => {
    const found = folder.sizeOf('blobs', sha256)
    if (found === null) return 'is missing'
    return damaged.get(sha256) ?? faultOfSize(found, size)
  }
}

function faultOfBytes(sha256: string, bytes: Uint8Array): string | null {
  const found = sha256OfBytes(bytes)
  return found === sha256 ? null : `has the SHA-256 ${found}`
}

function faultOfSize(found: number, listed: number): string | null {
  if (found !== listed) return `has ${found} bytes, and is listed with ${listed}`
  return found <= BYTE_LIMITS.recoveryMaterial ? null : `has over ${BYTE_LIMITS.recoveryMaterial} bytes`
}

async function namesIn(path: string): Promise<string[]> {
  return ((await orNull(() => readdir(path))) ?? []).sort()
}
