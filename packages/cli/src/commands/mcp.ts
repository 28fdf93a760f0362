import type { Command } from 'commander'
import { httpAnswerer } from '../mcp/http-answerer.ts'
import { serveLines } from '../mcp/serve-lines.ts'
import { type RemoteOptions, remoteOf } from '../terminal/remote.ts'

/** `colophon mcp`: the tools of a server for hosts that start a program and speak to it on stdio. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('Serve the tools of a press to a host of the Model Context Protocol, on stdio')
    .option('--url <url>', 'address of the server (COLOPHON_URL)')
    .option('--token <bearer>', 'your bearer (prefer COLOPHON_TOKEN: other users see arguments)')
    .action(async (options: RemoteOptions) => {
      const { stdin, stdout, stderr } = process
      await serveLines({ stdin, stdout, stderr }, httpAnswerer(remoteOf(options)))
    })
}
