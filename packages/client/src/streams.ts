/**
 * Returns a stream with the same chunks. `onChunk` is called for each chunk, `onEnd` when the stream ends, fails or is canceled.
 * If the source fails, the stream fails with the error that `onError` returns.
 */
export function watchStream(
  source: ReadableStream<Uint8Array>,
  { onChunk, onError, onEnd }: { onChunk(): void; onError(error: unknown): unknown; onEnd?(): void }
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          onChunk()
          if (!done) return controller.enqueue(value)
          onEnd?.()
          controller.close()
        } catch (error) {
          onEnd?.()
          controller.error(onError(error))
        }
      },
      async cancel(reason) {
        onEnd?.()
        await reader.cancel(reason)
      }
    },
    { highWaterMark: 0 }
  )
}
