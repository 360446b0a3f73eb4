import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { format, inspect } from 'node:util'
import { runInThisContext } from 'node:vm'

/*
 * Runs what the samples of the pages run with Node, in one process, because starting a process for each takes more time
 * than the samples themselves. `guides.test.ts` starts it:
 *
 * - The first message that it sends is the port on which it listens.
 * - A message is the path of a module. The answer is the error with which the module failed, or null.
 * - The body of a request to the port is code and its standard input, separated by a NUL character. The response is what
 *   `node -pe` prints for the code. The status is 500 if the code fails.
 */

process.on('message', async (file: string) => {
  const error = await import(file).then(() => null, inspect)
  process.send?.(error)
})

process.on('disconnect', () => process.exit())

const require = createRequire(import.meta.url)

function evaluate(code: string, input: Buffer): string {
  const fs = require('node:fs')
  const readFileSync = (file: unknown, ...options: unknown[]) =>
    file === 0 ? input : fs.readFileSync(file, ...options)
  const load = (name: string) => (name === 'fs' ? { ...fs, readFileSync } : require(name))
  Object.assign(globalThis, { require: load })
  return `${format(runInThisContext(code))}\n`
}

const server = createServer(async (request, response) => {
  const body = await buffer(request)
  const end = body.indexOf(0)
  try {
    response.end(evaluate(body.toString('utf8', 0, end), body.subarray(end + 1)))
  } catch (error) {
    response.writeHead(500).end(inspect(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address?.port)
})
