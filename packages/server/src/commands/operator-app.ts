import type { CallOperation } from '@colophon/client'
import { createApp } from '../create-app.ts'
import { operatorCall } from './operator-call.ts'
import { operatorSettings } from './operator-settings.ts'

/** The server of a command that works on the database directly, whether a server runs or not. */
export async function openOperatorApp(
  options: Readonly<Record<string, unknown>>,
): Promise<{ call: CallOperation; close(): Promise<void> }> {
  const { app, close } = await createApp(await operatorSettings(options))
  return { call: operatorCall(app), close }
}
