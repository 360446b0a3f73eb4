import { hash, randomUUID } from 'node:crypto'
import type { Answer } from './answers.ts'
import type { Session } from './session.ts'

type Creation<T> = {
  path: string
  body: unknown
  /** What an earlier answer made, where it still is there. */
  findAgain: (answer: Answer) => Promise<T | undefined>
}

/**
 * Creates something once, however often and by however many it is asked for: the key follows from what is sent.
 * The service repeats an earlier answer under a key for a day; one that no longer holds (what was made has been
 * deleted, what was refused may be possible now) is asked for anew. `earlier` is what was there before.
 */
export async function createOnce<T>(
  session: Session,
  { path, body, findAgain }: Creation<T>
): Promise<{ answer: Answer; earlier: T | undefined }> {
  const content = `${path}\n${JSON.stringify(body)}`
  for (let salt = ''; ; ) {
    const key = hash('sha256', `${content}\n${salt}`)
    const answer = await session.call({ method: 'POST', path, body, key })
    if (!answer.isOld) return { answer, earlier: undefined }
    const isRefusal = answer.status >= 400
    const earlier = isRefusal ? undefined : await findAgain(answer)
    if (earlier !== undefined) return { answer, earlier }
    // Others that find the same thing gone make it under the same new key; a refusal made nothing.
    salt = isRefusal ? randomUUID() : answer.text
  }
}
