import type { Purveyor, Statement } from '@purveyor/client'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Reads the statement with this number or id. Throws a `CommandError` if there is none. */
export async function findStatement(client: Purveyor, text: string, signal: AbortSignal): Promise<Statement> {
  const name = text.trim().replace(/^#\s*/, '')
  const found = uuid.test(name)
    ? await statementOfId(client, name, signal)
    : /^\d{1,9}$/.test(name)
      ? await statementOfNumber(client, Number(name), signal)
      : undefined
  if (found) return found
  throw new CommandError(`There is no statement ${text}.`, exitCodes.failed, {
    code: 'STATEMENT_NOT_FOUND',
    hint: '`purveyor statements list` lists the statements. You can write the number or the id.'
  })
}

/** Statements are listed by their numbers, from the newest. */
async function statementOfNumber(
  client: Purveyor,
  number: number,
  signal: AbortSignal
): Promise<Statement | undefined> {
  for await (const statement of client.statements.list({ first: 100 }, { signal })) {
    if (statement.number === number) return statement
    if (statement.number < number) return undefined
  }
  return undefined
}

async function statementOfId(
  client: Purveyor,
  id: string,
  signal: AbortSignal
): Promise<Statement | undefined> {
  const { NotFound } = await import('@purveyor/client')
  try {
    return await client.statements.get(id, { signal })
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
