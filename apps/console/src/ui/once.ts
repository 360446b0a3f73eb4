import { hashKey } from '@tanstack/react-query'

/** A call that was started, until it has ended. A repeated call with the same values gets its result. */
export class Once<Values, Result> {
  #running: { key: string; result: Promise<Result> } | undefined

  /** Starts a call, unless the last one had the same values and still runs. */
  run(values: Values, start: () => Promise<Result>): Promise<Result> {
    const key = hashKey([values])
    if (this.#running?.key === key) return this.#running.result
    const running = { key, result: start() }
    this.#running = running
    const end = () => {
      if (this.#running === running) this.#running = undefined
    }
    running.result.then(end, end)
    return running.result
  }

  /** Lets the next call start, also if it has the same values. */
  forget(): void {
    this.#running = undefined
  }
}
