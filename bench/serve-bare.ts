import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAppended } from './append.ts'

const BODY = Buffer.alloc(4096, 'a fixed body of four kibibytes. ')
/** As long as the receipt of a signal. */
const RECEIPT = Buffer.alloc(420, 'a receipt. ')
const appended = process.argv[2] === undefined ? null : openAppended(process.argv[2])

/**
 * The least that node:http can do: `/304` has no body, every other path the same 4 KiB. A POST is read and answered once
 * 4 KiB are durable in the folder that the command names.
 */
const server = createServer((request, response) => {
  if (request.method === 'POST') return makeDurable(request, response)
  if (request.url === '/304') {
    response.writeHead(304)
    response.end()
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': BODY.length })
  response.end(BODY)
})

function makeDurable(request: IncomingMessage, response: ServerResponse): void {
  request.resume().once('end', () => {
    appended?.append()
    response.writeHead(201, { 'Content-Type': 'text/plain', 'Content-Length': RECEIPT.length })
    response.end(RECEIPT)
  })
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stderr.write(`${JSON.stringify({ message: 'listening', port })}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
