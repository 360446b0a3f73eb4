/** Offers a file to the person, as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
