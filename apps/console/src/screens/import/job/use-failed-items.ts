import type { ImportItem, Purveyor } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { maxFaulty } from '../data/file-types.ts'
import { faultMessage } from '../fault-message.ts'
import { importKeys } from '../jobs.ts'

/** A failed item as it was sent, with its errors. `line` is set if the line wasn't a JSON object. */
export type FailedItem = {
  index: number
  values: Readonly<Record<string, unknown>>
  line?: string
  errors: ImportItem['errors']
}

/** Reads the first failed items of an import that has ended. */
export function useFailedItems(id: string, isEnabled: boolean) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: importKeys.failed(id),
    queryFn: ({ signal }) => readFailed(purveyor, id, signal),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY
  })
}

/** The report can have a million items, so only its beginning is read. */
async function readFailed(purveyor: Purveyor, id: string, signal: AbortSignal): Promise<FailedItem[]> {
  const stream = await purveyor.request('GET', `/vendor/import-jobs/${encodeURIComponent(id)}/report`, {
    ...{ signal, query: { status: 'FAILED' }, headers: { accept: 'application/x-ndjson' } },
    as: 'stream'
  })
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  const items: FailedItem[] = []
  let rest = ''
  try {
    for (;;) {
      const { done, value = '' } = await reader.read()
      const lines = (rest + value).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') items.push(failedItem(line))
      if (done || items.length >= maxFaulty) return items.slice(0, maxFaulty)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function failedItem(text: string): FailedItem {
  const { _line, _index, _errors, ...others } = JSON.parse(text)
  const values = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('_')))
  const errors = ((_errors ?? []) as FailedItem['errors']).map((one) => ({
    ...one,
    message: faultMessage(one)
  }))
  return { index: _index, values, errors, ...(typeof _line === 'string' && { line: _line }) }
}
