import { answererBy, type McpAnswerer } from '@colophon/cli'
import { readSettings } from '../../config.ts'
import { ANONYMOUS } from '../../core/authority.ts'
import { createApp } from '../../create-app.ts'
import { speak } from '../../mcp/speak.ts'
import { NO_CREDENTIAL } from '../../pipeline/request.ts'
import { openServedMirror } from './open-mirror.ts'

/** Answers the messages of a host from a folder, in this process and without a network: `colophon mcp --mirror DIR`. */
export async function openMirrorTools(
  folder: string,
): Promise<{ answer: McpAnswerer; close(): Promise<void> }> {
  const opened = await openServedMirror(folder, { ...readSettings(process.env), logLevel: 'error' })
  process.once('exit', opened.close)
  const { app, close } = await createApp(opened.settings)
  const answer = answererBy(folder, async ({ headers, body }) => {
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
    const { status, bytes, type } = await speak({
      app,
      credential: NO_CREDENTIAL,
      caller: ANONYMOUS,
      requestId: app.ambient.newId(),
      network: () => null,
      headers: Object.fromEntries(lowered),
      message: JSON.parse(body),
    })
    return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': type },
    })
  })
  return {
    answer,
    async close() {
      await close()
      opened.close()
    },
  }
}
