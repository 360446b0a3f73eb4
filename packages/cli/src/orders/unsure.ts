import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

/**
 * Runs a write of one order. If the connection is lost for so long that its result isn't known, throws a
 * `CommandError` that says how to find out.
 */
export async function orderWrite<T>(orderNumber: string, write: () => Promise<T>): Promise<T> {
  const { ConnectionLost } = await import('@purveyor/client')
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    throw new CommandError(
      `The connection was lost. The service may have processed the request. (${error.message})`,
      exitCodes.unavailable,
      {
        code: 'CONNECTION_LOST',
        hint: `Look at the order with \`purveyor orders show ${orderNumber}\` before you run the command again.`,
        cause: error
      }
    )
  }
}
