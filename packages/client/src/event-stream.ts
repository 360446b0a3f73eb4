/** A message of a stream of Server-Sent Events. `id` is the last one that was sent, and `data` can be empty. */
export interface StreamMessage {
  id: string | undefined
  data: string
}

/**
 * Reads the messages of a stream of Server-Sent Events, as the HTML Standard describes it. Unlike `EventSource`, this
 * also returns messages with only an id. A message that is incomplete at the end of the stream is left out.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>
): AsyncGenerator<StreamMessage, void, undefined> {
  let id: string | undefined
  let data: string[] = []
  let hasFields = false
  for await (const line of readLines(body)) {
    if (line === '') {
      if (hasFields) yield { id, data: data.join('\n') }
      data = []
      hasFields = false
      continue
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === 'data') data.push(value)
    if (name === 'id' && !value.includes('\0')) id = value
    hasFields ||= name === 'data' || name === 'id'
  }
}

/** Reads the lines of UTF-8 text. They end with LF, CR LF or CR. Closes the stream if the caller stops. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A CR at the end may be the first half of CR LF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // The stream has ended, has failed, or nothing more is needed from it.
    await reader.cancel().catch(() => {})
  }
}
