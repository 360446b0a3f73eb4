import { newId } from '../../apps/api/src/lib/ids.ts'
import { hashPassword, verifyPassword } from '../../apps/api/src/modules/auth/passwords.ts'
import { insertPeople } from '../fill-order-queries.ts'
import type { Ground } from '../ground.ts'
import { callFor } from '../pace.ts'
import type { Scenario } from '../scenario.ts'

const password = 'correct horse battery staple'
const callers = 16

export const scenario: Scenario = {
  floor: 'the comparison of the password with its hash alone, as many at once, in the client',
  async prepare({ options, service, sql, vendorId }: Ground) {
    const passwordHash = await hashPassword(password)
    // Each caller has an account of its own, as people have.
    const emails = Array.from({ length: callers }, () => `${newId()}@bench.test`)
    await insertPeople(sql, { vendorId, emails, passwordHash })
    const pace = { seconds: options.seconds, concurrency: callers }
    return [
      {
        kind: 'ratio',
        size: `${callers} at once`,
        unit: 'sign-ins',
        target: 0.8,
        floor: () =>
          callFor(pace, async () => {
            if (!(await verifyPassword(passwordHash, password))) throw new Error('It is the password')
          }),
        ours: () =>
          callFor(pace, (call) =>
            service.send({
              method: 'POST',
              path: '/api/v1/auth/login',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ email: emails[call % callers], password })
            })
          )
      }
    ]
  }
}
