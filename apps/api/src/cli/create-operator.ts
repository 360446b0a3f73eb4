import type { Sql } from '../db/connect.ts'
import { recordEvent, systemOrigin } from '../events.ts'
import { createUser } from '../modules/auth/accounts.ts'

/** Makes an account that is an OWNER of the platform. Throws a Problem if the address is taken. */
export async function createOperator(
  sql: Sql,
  { email, name, password }: { email: string; name: string; password: string }
): Promise<void> {
  await sql.begin(async (tx) => {
    const id = await createUser(tx, {
      email,
      name,
      password,
      vendorId: null,
      isPlatform: true,
      role: 'OWNER'
    })
    await recordEvent(tx, systemOrigin, {
      type: 'member.created',
      vendorId: null,
      subject: { type: 'member', id },
      details: { role: 'OWNER' }
    })
  })
}
