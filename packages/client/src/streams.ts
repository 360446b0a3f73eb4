/** What is called while a stream is read. */
export interface StreamWatch {
  onPull?(): void
  onChunk(): void
  /** Returns the error with which the stream fails if its source fails. */
  onError(error: unknown): unknown
  /** Called when the stream has ended, has failed or was cancelled. */
  onEnd?(): void
}

/** Returns a stream with the chunks of another one, which is read only as fast as the stream. */
export function watchStream(
  source: ReadableStream<Uint8Array>,
  watch: StreamWatch
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          watch.onPull?.()
          const { done, value } = await reader.read()
          watch.onChunk()
          if (!done) return controller.enqueue(value)
          watch.onEnd?.()
          controller.close()
        } catch (error) {
          watch.onEnd?.()
          controller.error(watch.onError(error))
        }
      },
      async cancel(reason) {
        watch.onEnd?.()
        await reader.cancel(reason)
      }
    },
    { highWaterMark: 0 }
  )
}
