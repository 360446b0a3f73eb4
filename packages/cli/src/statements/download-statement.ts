import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { saveBody } from '../request/show-response.ts'
import { findStatement } from './find-statement.ts'
import { requireNewFile } from './new-file.ts'

/** Runs `purveyor statements download STATEMENT`. */
export async function downloadStatement(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  const { signal, out } = context
  const client = await context.client()
  const { id, number } = await findStatement(client, positionals[0] ?? '', signal)
  const file = typeof values.output === 'string' ? values.output : `statement-${number}.pdf`
  await requireNewFile(context, file, values.force === true)
  const path = `/vendor/statements/${id}/document`
  await saveBody(context, await client.request('GET', path, { as: 'response', signal }), file)
  out.result({ file })
  return exitCodes.done
}
