import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const BODY = Buffer.alloc(4096, 'a fixed body of four kibibytes. ')

/** The least that node:http can do: `/304` has no body, every other path the same 4 KiB. */
const server = createServer((request, response) => {
  if (request.url === '/304') {
    response.writeHead(304)
    response.end()
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': BODY.length })
  response.end(BODY)
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stderr.write(`${JSON.stringify({ message: 'listening', port })}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
