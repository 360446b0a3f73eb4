import { newId } from '../../apps/api/src/lib/ids.ts'
import { hashPassword, verifyPassword } from '../../apps/api/src/modules/auth/sign-in/passwords.ts'
import { insertUsers } from '../fill-order-queries.ts'
import { callFor } from '../pace.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

const password = 'correct horse battery staple'
const callers = 16

export const scenario: Scenario = {
  floor: 'only the verification of the password against its hash, with the same concurrency, in the client',
  async prepare({ options, service, sql, vendorId }: BenchSetup) {
    const passwordHash = await hashPassword(password)
    // Each caller has its own account, as real users do.
    const emails = Array.from({ length: callers }, () => `${newId()}@bench.test`)
    await insertUsers(sql, { vendorId, emails, passwordHash })
    const pace = { seconds: options.seconds, concurrency: callers }
    return [
      {
        kind: 'ratio',
        size: `${callers} concurrent`,
        unit: 'sign-ins',
        target: 0.8,
        floor: () =>
          callFor(pace, async () => {
            if (!(await verifyPassword(passwordHash, password)))
              throw new Error('The password must match its hash')
          }),
        service: () =>
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
