import { notifyError } from './notify-error.ts'
import { saveFile } from './save-file.ts'
import { useMutation } from './use-mutation.ts'

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
