import type { Handle, Tx } from '../../db/connect.ts'

/** Makes a reset of the user's password, in place of any earlier one; ISO 8601, an hour ahead. */
export async function insertReset(tx: Tx, userId: string, tokenHash: Buffer): Promise<string> {
  const [row] = await tx<{ expiresAt: string }[]>`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${tokenHash}, now() + interval '1 hour')
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
    returning expires_at`
  if (!row) throw new Error('An insertion answered no row')
  return row.expiresAt
}

/** The id of the user whose password a reset is for, while it lasts. */
export async function findReset(sql: Handle, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select r.user_id from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${tokenHash} and r.expires_at > now() and u.is_active`
  return row?.userId
}

/** Whether the reset still lasted, and is spent now: of two at once one comes first. */
export async function spendReset(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    delete from password_resets where token_hash = ${tokenHash} and expires_at > now()`
  return count === 1
}

/** Makes a user's reset void where there is one. */
export async function deleteReset(tx: Tx, userId: string): Promise<void> {
  await tx`delete from password_resets where user_id = ${userId}`
}

/** Sets an active user's password whatever it was; undefined where there is no such user. */
export async function overwritePassword(
  tx: Tx,
  userId: string,
  passwordHash: string
): Promise<{ name: string; vendorId: string | null; isPlatform: boolean } | undefined> {
  const [row] = await tx<{ name: string; vendorId: string | null; isPlatform: boolean }[]>`
    update users set password_hash = ${passwordHash}, updated_at = now()
    where id = ${userId} and is_active
    returning name, vendor_id, is_platform`
  return row
}
