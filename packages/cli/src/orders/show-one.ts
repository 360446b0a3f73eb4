import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findOrder } from './find-order.ts'
import { showOrder } from './show-order.ts'

/** Runs `purveyor orders show ORDER`. */
export async function showOneOrder(context: Context, { positionals }: Input): Promise<ExitCode> {
  const client = await context.client()
  const order = await findOrder(client, positionals[0] ?? '', context.signal)
  context.out.result(order)
  showOrder(order, context.out)
  return exitCodes.done
}
