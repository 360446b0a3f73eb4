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
