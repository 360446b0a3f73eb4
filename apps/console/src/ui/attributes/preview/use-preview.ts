import { type AttributePreview, BadRequest, type CallOptions } from '@purveyor/client'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A preview that is being made or was made. `values` are what would be saved. */
type State<Values, Result> = { values: Values; result?: Result; error?: unknown }

/** Previews take up to ten minutes, and a repeated one would begin again. */
const patience = { timeoutMs: 11 * 60_000, maxRetries: 0 }

/**
 * Asks the service what a change of definitions would do. Closing it ends the request. What the change itself would be
 * refused for is `fault`, for the fields of the form.
 */
export function usePreview<Values, Result extends AttributePreview = AttributePreview>(
  read: (values: Values, options: CallOptions) => Promise<Result>
) {
  const [state, setState] = useState<State<Values, Result>>()
  const [fault, setFault] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const close = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setState(undefined)
    setFault(undefined)
  }, [])

  async function start(values: Values): Promise<void> {
    close()
    const controller = new AbortController()
    running.current = controller
    setState({ values })
    try {
      const result = await read(values, { ...patience, signal: controller.signal })
      if (!controller.signal.aborted) setState({ values, result })
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof BadRequest) {
        setState(undefined)
        setFault(error)
      } else {
        setState({ values, error })
      }
    }
  }
  return { state, fault, start, close }
}

export type Preview<Values> = ReturnType<typeof usePreview<Values, AttributePreview>>
