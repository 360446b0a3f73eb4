import { parentPort } from 'node:worker_threads'
import { type PrintedDocument, type PrintedFile, render } from '@purveyor/pdf-text'

/** The thread's reply to a document or file: the PDF, or the error that occurred. */
export type ThreadReply = { pdf: Uint8Array<ArrayBuffer> } | { error: unknown }

// The program of a worker thread that renders one file at a time, for `printing.ts`.
parentPort?.on('message', async (content: PrintedDocument | PrintedFile) => {
  try {
    const pdf = new Uint8Array(await render(content))
    const reply: ThreadReply = { pdf }
    parentPort?.postMessage(reply, [pdf.buffer])
  } catch (error) {
    const reply: ThreadReply = { error }
    parentPort?.postMessage(reply)
  }
})
