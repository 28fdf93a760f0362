import type { Command } from 'commander'
import { httpAnswerer } from '../mcp/http-answerer.ts'
import { type McpAnswerer, serveLines } from '../mcp/serve-lines.ts'
import { type RemoteOptions, remoteOf } from '../terminal/remote.ts'
import { CommandRefused } from './command.ts'

/** Opens the folder of a mirror for the tools, where a server is installed that can. */
export type OpenMirrorTools = (folder: string) => Promise<{ answer: McpAnswerer; close(): Promise<void> }>

interface McpOptions extends RemoteOptions {
  mirror?: string
}

/** `colophon mcp`: the tools of a server for hosts that start a program and speak to it on stdio. */
export function addMcpCommand(program: Command, openMirror: OpenMirrorTools | null): void {
  program
    .command('mcp')
    .description('Serve the tools of a press to a host of the Model Context Protocol, on stdio')
    .option('--url <url>', 'address of the server (COLOPHON_URL)')
    .option('--token <bearer>', 'your bearer (prefer COLOPHON_TOKEN: other users see arguments)')
    .option(
      '--mirror <folder>',
      'a mirror in the place of a press, without a network (needs @colophon/server)',
    )
    .action(async ({ mirror, ...options }: McpOptions) => {
      const { stdin, stdout, stderr } = process
      if (mirror === undefined) return serveLines({ stdin, stdout, stderr }, httpAnswerer(remoteOf(options)))
      if (openMirror === null)
        throw new CommandRefused('--mirror needs a server beside this command: install @colophon/server')
      const { answer, close } = await openMirror(mirror)
      try {
        await serveLines({ stdin, stdout, stderr }, answer)
      } finally {
        await close()
      }
    })
}
