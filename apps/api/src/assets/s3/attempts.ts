import { setTimeout as sleep } from 'node:timers/promises'
import { S3ServiceError } from 's3mini'
import type { Limits, TimeLimits } from './limits.ts'

/** Runs one step of an operation, and repeats it after temporary failures. All steps share the total time. */
export type StoreAttempt = <T>(step: () => Promise<T>) => Promise<T>

/** Thrown without an attempt while the store doesn't work. */
export class StoreSuspended extends Error {
  override readonly name = 'StoreSuspended'

  constructor() {
    super('the last requests to the store failed, and another request is testing it')
  }
}

/**
 * Returns a function that begins operations on one store.
 *
 * A store that doesn't answer would make requests wait until the server is full, including requests that need
 * no files. So after `maxFailures` failed attempts in succession, only one attempt is made at a time. Other
 * attempts fail immediately. The first attempt that succeeds ends this.
 */
export function createStoreAttempts(limits: Limits): (times: TimeLimits) => StoreAttempt {
  let failures = 0
  let isTesting = false

  async function count<T>(step: () => Promise<T>): Promise<T> {
    try {
      const result = await step()
      failures = 0
      return result
    } catch (error) {
      failures = isTemporary(error) ? failures + 1 : 0
      throw error
    }
  }

  async function once<T>(step: () => Promise<T>): Promise<T> {
    if (failures < limits.maxFailures) return await count(step)
    if (isTesting) throw new StoreSuspended()
    isTesting = true
    try {
      return await count(step)
    } finally {
      isTesting = false
    }
  }

  return ({ attemptMs, totalMs }) => {
    const end = performance.now() + totalMs
    return async (step) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(step)
        } catch (error) {
          const pauseMs = limits.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random())
          const isLast = attempt === limits.maxAttempts || performance.now() + pauseMs + attemptMs > end
          if (isLast || !isTemporary(error)) throw error
          await sleep(pauseMs)
        }
      }
    }
  }
}

const temporaryStatuses = [408, 429, 500, 502, 503, 504]
/** Codes of temporary failures with other statuses. `BadDigest`: the body was changed on its way. */
const temporaryCodes = ['RequestTimeout', 'BadDigest', 'IncompleteBody']

/** True if a repetition may succeed: the store is overloaded, or there was no complete response. */
function isTemporary(error: unknown): boolean {
  if (error instanceof StoreSuspended) return false
  if (!(error instanceof S3ServiceError)) return true
  return temporaryStatuses.includes(error.status) || temporaryCodes.includes(codeOf(error))
}

/** Returns the code in the response of a store, such as `NoSuchBucket`, or an empty text. */
export function codeOf({ serviceCode, body }: S3ServiceError): string {
  if (serviceCode && serviceCode !== 'Unknown') return serviceCode
  // s3mini reads the code only if the content type has no parameters.
  return /<Code>([A-Za-z]+)<\/Code>/.exec(body ?? '')?.[1] ?? ''
}
