import {
  type DefaultError,
  type MutateOptions,
  type UseMutationOptions,
  useMutation as useTanstackMutation
} from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Once } from './once.ts'

/**
 * A mutation of TanStack Query that a double click, or Enter that is pressed twice, doesn't run twice: the button is
 * disabled only when the screen is rendered again. Until then, a call with the same values gets the result of the first
 * one.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Values = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Values, Context>
) {
  const { mutateAsync: send, ...mutation } = useTanstackMutation(options)
  const [once] = useState(() => new Once<Values, Data>())
  useEffect(() => {
    if (mutation.isPending) once.forget()
  })
  const mutateAsync = useCallback(
    (values: Values, callbacks?: MutateOptions<Data, Failure, Values, Context>) =>
      once.run(values, () => send(values, callbacks)),
    [once, send]
  )
  const mutate = useCallback(
    (values: Values, callbacks?: MutateOptions<Data, Failure, Values, Context>) => {
      mutateAsync(values, callbacks).catch(() => undefined)
    },
    [mutateAsync]
  )
  return { ...mutation, mutate, mutateAsync }
}
