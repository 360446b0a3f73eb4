import {
  hashKey,
  type Mutation,
  MutationCache,
  type MutationOptions,
  type MutationState,
  type QueryClient
} from '@tanstack/react-query'

/**
 * Mutations of which none is run twice by a double click, or by Enter that is pressed twice: the button is disabled only
 * when the screen is rendered again. A call with the same values, from the same rendering and before the first call has
 * ended, gets the result of the first one.
 */
export class OnceMutations extends MutationCache {
  /** The running mutation by the options of its hook, which are others after each rendering. */
  readonly #running = new WeakMap<object, object>()

  override build<TData, TError, TVariables, TContext>(
    client: QueryClient,
    options: MutationOptions<TData, TError, TVariables, TContext>,
    state?: MutationState<TData, TError, TVariables, TContext>
  ): Mutation<TData, TError, TVariables, TContext> {
    type Built = Mutation<TData, TError, TVariables, TContext>
    const running = this.#running.get(options) as Built | undefined
    if (running) return running
    const mutation: Built = super.build(client, options, state)
    const run = mutation.execute.bind(mutation)
    let first: { variables: TVariables; result: Promise<TData> } | undefined
    mutation.execute = (variables) => {
      if (first) {
        const isSame = hashKey([first.variables]) === hashKey([variables])
        return isSame ? first.result : super.build(client, options).execute(variables)
      }
      this.#running.set(options, mutation)
      const result = run(variables).finally(() => this.#running.delete(options))
      first = { variables, result }
      return result
    }
    return mutation
  }
}
