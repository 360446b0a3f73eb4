import { useMutation } from '@tanstack/react-query'
import { notifyError } from './notify-error.ts'

/** The file is freed after this time. Until then, the browser may still be reading it. */
const freeAfterMs = 60_000

/** Saves a file in the folder of downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), freeAfterMs)
}

type Download = { read: () => Promise<Blob>; name: string }

/** Returns a mutation that reads files one after the other and saves each. */
export function useDownload() {
  return useMutation({
    async mutationFn(downloads: Download[]) {
      for (const { read, name } of downloads) saveFile(await read(), name)
    },
    onError: notifyError
  })
}
