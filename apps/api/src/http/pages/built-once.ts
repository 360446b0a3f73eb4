import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Returns a function that returns what the file posts when it runs in a thread. The first call runs it, in a
 * temporary thread, so that the event loop isn't blocked and the memory is released. If it fails, the next call
 * runs it again.
 */
export function builtOnce<T>(file: URL): () => Promise<T> {
  let built: Promise<T> | undefined
  return () => {
    built ??= runThread<T>(file).catch((error: unknown) => {
      built = undefined
      throw error
    })
    return built
  }
}

async function runThread<T>(file: URL): Promise<T> {
  const thread = new Worker(file, { env: {}, execArgv: [] })
  try {
    const [message] = (await once(thread, 'message')) as [T]
    return message
  } finally {
    await thread.terminate()
  }
}
