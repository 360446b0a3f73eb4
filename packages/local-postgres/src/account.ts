import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseStartError } from './errors.ts'

/** The system user that runs PostgreSQL, which refuses to run as root. */
export type Account = { uid: number; gid: number }

const preferred = ['postgres', '_postgres', 'nobody', 'daemon']

/** Whether this process is root and PostgreSQL needs an account of its own. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/** An existing user other than root: `postgres` where there is one. */
export function chooseAccount(passwd = readFileSync('/etc/passwd', 'utf8')): Account {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name && user.uid !== 0 && Number.isInteger(user.uid) && Number.isInteger(user.gid))
  const user = preferred.map((name) => users.find((one) => one.name === name)).find(Boolean) ?? users[0]
  if (!user)
    throw new DatabaseStartError(
      'PostgreSQL does not run as root and this system has no other user: add one, or set DATABASE_URL.'
    )
  return { uid: user.uid, gid: user.gid }
}

/** The owner of a file or folder. */
export function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/** Whether the account may enter a folder, or run a program, at this path: every folder above must let it pass. */
export function canReach(path: string, account: Account): boolean {
  const real = realpathSync(path)
  for (let at = real; ; at = dirname(at)) {
    const stat = statSync(at)
    const rights =
      stat.uid === account.uid ? stat.mode >> 6 : stat.gid === account.gid ? stat.mode >> 3 : stat.mode
    if ((rights & 1) === 0) return false
    if (at === dirname(at)) return true
  }
}
