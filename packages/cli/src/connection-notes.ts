import type { Purveyor } from '@purveyor/client'
import type { Context } from './command.ts'
import { createClient } from './config/client.ts'

/**
 * Returns a client for commands that follow something without end. The client writes a note when the service
 * can't be reached, and another one when it can be reached again.
 */
export async function followingClient(context: Context): Promise<Purveyor> {
  const { out, signal } = context
  let isLost = false
  const report = (lost: boolean) => {
    if (lost === isLost || signal.aborted) return
    isLost = lost
    out.note(
      lost ? out.yellow("The service can't be reached. Trying again …") : out.green('Connected again.')
    )
  }
  const notedFetch: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init)
      report([502, 503, 504].includes(response.status))
      return response
    } catch (error) {
      report(true)
      throw error
    }
  }
  return createClient(await context.connection(), context.store, { fetch: notedFetch })
}
