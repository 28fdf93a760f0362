import { Problem } from '../../../core/problem.ts'

/** What a call answers, or null where there is nothing that the visitor can read. */
export async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}
